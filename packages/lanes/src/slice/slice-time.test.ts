import { expect, test } from '@jest/globals';
import { sliceTime } from './slice-time.ts';

const sliceMs = 2_000;

/** A slice of a lane with ten places, of which so many units end before each look at the time that is left. */
async function lasts(perLook: number, { someoneWaits }: { someoneWaits: boolean }): Promise<number> {
  let [nowMs, performed] = [0, 1_000];
  const time = sliceTime({
    sliceMs,
    places: 10,
    performed: () => performed,
    mayGoOn: () => Promise.resolve(!someoneWaits),
    nowMs: () => nowMs,
  });
  while (await time.isLeft()) {
    nowMs += time.leftMs();
    performed += perLook;
  }
  return nowMs;
}

test('a slice that others wait for ends after its time when it did much', async () => {
  expect(await lasts(40, { someoneWaits: true })).toBe(sliceMs);
});

test('one that did little is longer, by no more than a half', async () => {
  expect(await lasts(1, { someoneWaits: true })).toBe(1.5 * sliceMs);
  expect(await lasts(20, { someoneWaits: true })).toBe(1.125 * sliceMs);
});

test('one in which nothing ends is over after its time, whoever waits', async () => {
  expect(await lasts(0, { someoneWaits: false })).toBe(sliceMs);
});

test('one that nobody waits for goes on, but not for ever', async () => {
  expect(await lasts(40, { someoneWaits: false })).toBe(5 * sliceMs);
});
