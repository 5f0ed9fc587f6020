import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createEvenStarts } from './even-starts.ts';

test('units begin in their order, four in an iteration of the event loop', async () => {
  const start = createEvenStarts();
  const begun: number[] = [];
  for (let unit = 0; unit < 10; unit += 1) start(() => begun.push(unit));
  const counts = [begun.length];
  while (begun.length < 10) {
    await nextIteration();
    counts.push(begun.length);
  }
  expect(counts).toEqual([4, 8, 10]);
  expect(begun).toEqual(Array.from({ length: 10 }, (_, unit) => unit));
});
