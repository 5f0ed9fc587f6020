import { expect, test } from '@jest/globals';
import type { Entry } from '../entry.ts';
import { fault, operation } from '../testing/a-history.ts';
import { faultsAtLeast, struckSomething } from './faults.ts';
import { figureAtMost, figureSet } from './figures.ts';

test('a run in which too little was broken shows nothing', () => {
  expect(faultsAtLeast([fault(1), fault(2)], 2).holds).toBe(true);
  expect(faultsAtLeast([fault(1)], 2).holds).toBe(false);
});

test('a run in which nothing was under way shows nothing', () => {
  expect(struckSomething([operation(0, { attempts: 2 })]).holds).toBe(true);
  expect(struckSomething([operation(0)]).holds).toBe(false);
});

const figure = (value: number): Entry => ({ kind: 'figure', atMs: 0, name: 'backlog', value });

test('a figure that is too great, or was not measured, does not hold', () => {
  expect(figureAtMost([figure(3), figure(5)], 'backlog', 5, 'small').holds).toBe(true);
  expect(figureAtMost([figure(3), figure(6)], 'backlog', 5, 'small').holds).toBe(false);
  expect(figureAtMost([], 'backlog', 5, 'small').holds).toBe(false);
});

test('a figure that should be there is more than nothing', () => {
  expect(figureSet([figure(1)], 'backlog', 'there').holds).toBe(true);
  expect(figureSet([figure(0)], 'backlog', 'there').holds).toBe(false);
  expect(figureSet([], 'backlog', 'there').holds).toBe(false);
});
