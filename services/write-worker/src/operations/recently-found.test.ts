import { expect, test } from '@jest/globals';
import { recentlyFound } from './recently-found.ts';

function asked() {
  let [nowMs, times] = [0, 0];
  let failing = false;
  const find = recentlyFound(
    (key) => {
      times += 1;
      return failing ? Promise.reject(new Error('away')) : Promise.resolve(`${key}${times}`);
    },
    () => nowMs,
  );
  return {
    find,
    at: (ms: number) => void (nowMs = ms),
    fail: (now: boolean) => void (failing = now),
  };
}

test('an answer is shared for 50 ms from when it was asked for, each key its own', async () => {
  const { find, at } = asked();
  expect(await Promise.all([find('a'), find('a'), find('b')])).toEqual(['a1', 'a1', 'b2']);
  at(20);
  expect(await find('a')).toBe('a1');
  at(51);
  expect(await find('b')).toBe('b3');
});

test('after 20 ms it is asked for anew, once, while it is still shared', async () => {
  const { find, at } = asked();
  await find('a');
  at(21);
  expect(await Promise.all([find('a'), find('a')])).toEqual(['a1', 'a1']);
  at(60);
  expect(await find('a')).toBe('a2');
});

test('a question that failed is asked again', async () => {
  const { find, fail } = asked();
  fail(true);
  await expect(find('a')).rejects.toThrow('away');
  fail(false);
  expect(await find('a')).toBe('a2');
});
