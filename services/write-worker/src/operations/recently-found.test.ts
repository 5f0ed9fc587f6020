import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { recentlyFound } from './recently-found.ts';

function asked() {
  let [nowMs, times] = [0, 0];
  let failing = false;
  const keys: string[] = [];
  const find = recentlyFound(
    (key: string) => {
      times += 1;
      keys.push(key);
      return failing ? Promise.reject(new Error('away')) : Promise.resolve(`${key}${times}`);
    },
    () => nowMs,
    () => Promise.resolve(),
  );
  return {
    find,
    /** What was asked for since the last look, in the order in which it was. */
    keys: () => keys.splice(0),
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

test('what is in use is asked for anew in the turn in which something else is asked for', async () => {
  const { find, at, keys } = asked();
  await Promise.all(['a', 'b', 'unused'].map(find));
  at(15);
  await find('young');
  at(30);
  await Promise.all(['a', 'b', 'young'].map(find));
  expect(keys()).toEqual(['a', 'b', 'unused', 'young']);
  void find('new');
  expect(keys()).toEqual(['new', 'a', 'b']);
});

test('after a pause all that was in use is asked for once, with the first that is asked for', async () => {
  const { find, at, keys } = asked();
  await Promise.all(['a', 'b', 'a', 'b'].map(find));
  keys();
  at(200);
  const found = ['b', 'a', 'a'].map(find);
  expect(keys()).toEqual(['b', 'a']);
  expect(await Promise.all(found)).toEqual(['b3', 'a4', 'a4']);
});
