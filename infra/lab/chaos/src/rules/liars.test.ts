import { expect, test } from '@jest/globals';
import type { Entry } from '../entry.ts';
import { arrival } from '../testing/a-history.ts';
import { heapGrowsAtMost, othersAsFast } from './liars.ts';

const phase = (name: 'honest' | 'lying', atMs: number, heapMb: number): Entry => ({
  kind: 'phase',
  name,
  atMs,
  toMs: atMs + 100,
  heapMb,
});
const phases = [phase('honest', 0, 40), phase('lying', 200, 60), phase('honest', 400, 90)];
/** One event per phase, with its duration. */
const took = (...ms: number[]): Entry[] =>
  ms.map((each, place) => arrival(place, { eventAtMs: place * 200, atMs: place * 200 + each }));

test('the others are as slow beside lies as beside honest destinations, but for a tenth and two milliseconds', () => {
  expect(othersAsFast([...phases, ...took(10, 24, 20)]).holds).toBe(true);
  expect(othersAsFast([...phases, ...took(10, 25, 20)]).holds).toBe(false);
  expect(othersAsFast(took(10, 10, 10)).holds).toBe(false);
});

test('of several turns the median counts', () => {
  const turns = ['honest', 'lying', 'honest', 'lying', 'honest', 'lying', 'honest'] as const;
  const history = turns.map((name, place) => phase(name, place * 200, 40));
  expect(othersAsFast([...history, ...took(20, 22, 20, 90, 20, 22, 20)]).holds).toBe(true);
  expect(othersAsFast([...history, ...took(20, 30, 20, 90, 20, 22, 20)]).holds).toBe(false);
  expect(othersAsFast([...history, ...took(20, 22, 90, 24, 20, 25, 20)]).holds).toBe(true);
});

test('the heap counts above what it was before the lies', () => {
  expect(heapGrowsAtMost(phases, 20).holds).toBe(true);
  expect(heapGrowsAtMost(phases, 19).holds).toBe(false);
  expect(heapGrowsAtMost([], 50).holds).toBe(false);
});
