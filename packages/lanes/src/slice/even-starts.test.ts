import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createEvenStarts } from './even-starts.ts';

/** A lane of so many units, which tells of each that begins. */
function laneOf(name: string, units: number, begun: string[]): () => boolean {
  let left = units;
  return () => {
    if (left === 0) return false;
    left -= 1;
    begun.push(name);
    return true;
  };
}

test('what is little begins at once', () => {
  const begun: string[] = [];
  createEvenStarts()({}, laneOf('a', 3, begun));
  expect(begun).toEqual(['a', 'a', 'a']);
});

test('what is much begins a few at a time, however often it is asked for, and all of it in the end', async () => {
  const begun: string[] = [];
  const start = createEvenStarts();
  const [lane, startOne] = [{}, laneOf('a', 10, begun)];
  start(lane, startOne);
  start(lane, startOne);
  expect(begun).toHaveLength(4);
  await nextIteration();
  expect(begun).toHaveLength(8);
  await nextIteration();
  expect(begun).toHaveLength(10);
});

test('a lane that comes later has its slice before the rest of one that has much', async () => {
  const begun: string[] = [];
  const start = createEvenStarts();
  start({}, laneOf('a', 100, begun));
  start({}, laneOf('b', 1, begun));
  expect(begun).toEqual(['a', 'a', 'a', 'a']);
  await nextIteration();
  expect(begun.slice(4)).toEqual(['a', 'b', 'a', 'a']);
});

test('a lane that was done goes on when it is asked for again', async () => {
  const begun: string[] = [];
  const start = createEvenStarts();
  const lane = {};
  start(lane, laneOf('a', 1, begun));
  await nextIteration();
  start(lane, laneOf('b', 1, begun));
  expect(begun).toEqual(['a', 'b']);
});
