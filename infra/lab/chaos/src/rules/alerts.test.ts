import { expect, test } from '@jest/globals';
import type { Entry } from '../entry.ts';
import { firesOnly } from './alerts.ts';

const alert = (name: string): Entry => ({ kind: 'alert', name });

const brokenOf = (...names: string[]) =>
  firesOnly(names.map(alert), { fire: ['A', 'B'], may: ['C'] })
    .filter(({ holds }) => !holds)
    .map(({ what, timed = false }) => ({ what, timed }));

test.each([
  [['A', 'B'], []],
  [['A', 'B', 'C'], []],
  [['A'], [{ what: 'every alert of the fault fires', timed: false }]],
  [['A', 'B', 'D'], [{ what: 'no other alert fires', timed: false }]],
  [['A', 'B', 'WritWritesLate'], [{ what: 'no alert of slowness fires beside them', timed: true }]],
])('of the alerts that have to fire and those that may, %j fired', (fired, broken) => {
  expect(brokenOf(...fired)).toEqual(broken);
});
