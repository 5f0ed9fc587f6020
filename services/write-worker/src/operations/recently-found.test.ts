import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { recentlyFound } from './recently-found.ts';

function asked() {
  let [nowMs, times] = [0, 0];
  let failing = false;
  const find = recentlyFound(
    (key: string) => {
      times += 1;
      return failing ? Promise.reject(new Error('away')) : Promise.resolve(`${key}${times}`);
    },
    () => nowMs,
    String,
    () => Promise.resolve(),
  );
  return {
    find,
    at: (ms: number) => void (nowMs = ms),
    fail: (now: boolean) => void (failing = now),
  };
}

test('an answer is shared for 100 ms from when it was asked for, each key its own', async () => {
  const { find, at } = asked();
  expect(await Promise.all([find('a'), find('a'), find('b')])).toEqual(['a1', 'a1', 'b2']);
  at(40);
  expect(await find('a')).toBe('a1');
  at(101);
  expect(await find('b')).toBe('b3');
});

test('after 40 ms it is asked for anew, once, while it is still shared', async () => {
  const { find, at } = asked();
  await find('a');
  at(41);
  expect(await Promise.all([find('a'), find('a')])).toEqual(['a1', 'a1']);
  await nextIteration();
  expect(await find('a')).toBe('a2');
  at(120);
  expect(await find('a')).toBe('a2');
});

test('a question that failed is asked again', async () => {
  const { find, fail } = asked();
  fail(true);
  await expect(find('a')).rejects.toThrow('away');
  fail(false);
  expect(await find('a')).toBe('a2');
});
