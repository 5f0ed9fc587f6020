import { expect, test } from '@jest/globals';
import { recentlyFound } from './recently-found.ts';

function asked() {
  // The cache takes a start at 0 as absent.
  let nowMs = 1_000;
  let failing = false;
  let takesMs = 0;
  const keys: string[] = [];
  const find = recentlyFound(
    async (key: string) => {
      keys.push(key);
      await Promise.resolve();
      nowMs += takesMs;
      if (failing) throw new Error('away');
      return key === 'absent' ? undefined : { found: `${key}${keys.length}` };
    },
    { now: () => nowMs },
  );
  return {
    find: async (key: string) => (await find(key))?.found,
    /** In order. */
    keys,
    pass: (ms: number) => void (nowMs += ms),
    fail: (now: boolean) => void (failing = now),
    take: (ms: number) => void (takesMs = ms),
  };
}

test('an answer is shared for 100 ms from when it was asked for, each key its own', async () => {
  const { find, pass } = asked();
  expect(await Promise.all([find('a'), find('a'), find('b')])).toEqual(['a2', 'a2', 'b2']);
  pass(100);
  expect(await find('a')).toBe('a2');
  pass(1);
  expect(await Promise.all([find('b'), find('b')])).toEqual(['b3', 'b3']);
});

test.each([
  [60, 40, 1],
  [60, 41, 2],
  [200, 2, 2],
])('an answer that took %d ms is asked for again %d ms later: %d times', async (took, laterMs, times) => {
  const { find, keys, pass, take } = asked();
  take(took);
  await find('a');
  pass(laterMs);
  await find('a');
  expect(keys).toHaveLength(times);
});

test('a question that failed is asked again, for each who waited', async () => {
  const { find, fail, keys } = asked();
  fail(true);
  const both = [find('a'), find('a')];
  await Promise.all(both.map((one) => expect(one).rejects.toThrow('away')));
  fail(false);
  expect(await find('a')).toBe('a2');
  expect(keys).toEqual(['a', 'a']);
});

test('what is absent is asked for again', async () => {
  const { find, keys } = asked();
  expect(await find('absent')).toBeUndefined();
  await find('absent');
  expect(keys).toHaveLength(2);
});

test('whoever waits for an answer gets it, also when a thousand others are asked for meanwhile', async () => {
  const { find } = asked();
  const first = find('first');
  const others = Array.from({ length: 1_100 }, (_, at) => find(`other${at}`));
  expect(await first).toMatch(/^first/);
  await Promise.all(others);
});
