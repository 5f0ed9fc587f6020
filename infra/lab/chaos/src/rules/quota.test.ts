import { expect, test } from '@jest/globals';
import { call, fault, fixed, operation } from '../testing/a-history.ts';
import { othersUndisturbed, restsAsTold } from './quota.ts';

const told = call([0], { status: 429, atMs: 1_000, tookMs: 0 });

test('an account that was told to wait is left alone until then; others are not', () => {
  const history = [told, call([1], { atMs: 1_500 }), call([0], { atMs: 31_000 })];
  expect(restsAsTold(history, 30_000).holds).toBe(true);
  expect(restsAsTold([...history, call([2], { atMs: 5_000, account: 'other' })], 30_000).holds).toBe(true);
});

test.each([[0], [1]])('a call in between is seen, for write %d', (number) => {
  expect(restsAsTold([told, call([number], { atMs: 30_999 })], 30_000).holds).toBe(false);
});

test('a run in which nobody was told to wait shows nothing', () => {
  expect(restsAsTold([call([0], { status: 201 })], 30_000).holds).toBe(false);
});

const spell = [fault(10_000, { target: 'limited' }), fixed(20_000)];
const taking = (number: number, createdAtMs: number, ms: number) =>
  operation(number, { createdAtMs, endedAtMs: createdAtMs + ms });

test('others that take longer meanwhile are seen; the one that waits does not count', () => {
  const before = taking(0, 5_000, 100);
  expect(othersUndisturbed([...spell, before, taking(1, 15_000, 160)]).holds).toBe(true);
  expect(othersUndisturbed([...spell, before, taking(1, 15_000, 161)]).holds).toBe(false);
  const waits = [taking(2, 15_000, 9_000), call([2], { account: 'limited' })];
  expect(othersUndisturbed([...spell, before, taking(1, 15_000, 100), ...waits]).holds).toBe(true);
});

test('without others there is nothing to tell', () => {
  expect(othersUndisturbed(spell).holds).toBe(false);
});
