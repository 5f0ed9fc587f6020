import { expect, test } from '@jest/globals';
import { createInFlight } from './in-flight.ts';

/** Work that the test ends. */
function lanesOf(most: number) {
  const { run, room } = createInFlight(most, 4);
  const begun: string[] = [];
  const start = (name: string, count: number, laneId = 'a') => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const stop = new AbortController();
    const result = run(laneId, { count, signal: stop.signal }, () => {
      begun.push(name);
      return promise;
    });
    return { end: () => (resolve(name), result), stop: () => stop.abort(), result };
  };
  return { start, begun, room };
}

test('work that finds no room begins in its order as others end; of more than four that wait, nothing begins', async () => {
  const { start, begun, room } = lanesOf(24);
  const [first, second] = [start('first', 10), start('second', 10)];
  expect(room('a')).toBe(Infinity);
  const waiting = ['3', '4', '5', '6'].map((name) => start(name, 10));
  expect(await start('7', 10).result).toBeUndefined();
  // Order also holds for small counts.
  expect(await start('small', 1).result).toBeUndefined();
  expect(begun).toEqual(['first', 'second']);
  expect(room('a')).toBe(0);
  expect(await first.end()).toBe('first');
  expect(begun).toEqual(['first', 'second', '3']);
  // One is not worth a claim yet.
  expect(room('a')).toBe(0);
  await second.end();
  expect(room('a')).toBe(2);
  await Promise.all(waiting.map(({ end }) => end()));
  expect(begun.slice(2)).toEqual(['3', '4', '5', '6']);
  // Also with nothing in flight, so that the next claim finds room.
  expect(room('a')).toBe(6);
});

test('work that waits is not begun once its signal is aborted, and lets the next one in', async () => {
  const { start, begun } = lanesOf(10);
  const first = start('first', 6);
  const [large, small] = [start('large', 10), start('small', 4)];
  large.stop();
  expect(await large.result).toBeUndefined();
  expect(begun).toEqual(['first', 'small']);
  await Promise.all([first.end(), small.end()]);
});

test('a lane without such work has no bound, and loses the one it had', async () => {
  const { start, begun, room } = lanesOf(5);
  const one = start('one', 1);
  const large = start('too large', 9);
  start('elsewhere', 5, 'b');
  const free = start('free', 0);
  expect(begun).toEqual(['one', 'elsewhere', 'free']);
  expect([room('a'), room('b')]).toEqual([3, Infinity]);
  await Promise.all([one.end(), free.end()]);
  expect(begun.at(-1)).toBe('too large');
  await large.end();
  await start('free', 0).end();
  expect(room('a')).toBe(Infinity);
});

test('work that fails leaves its room', async () => {
  const { run, room } = createInFlight(1);
  const { signal } = new AbortController();
  const fails = run('a', { count: 1, signal }, () => Promise.reject(new Error('a bug')));
  await expect(fails).rejects.toThrow('a bug');
  expect(await run('a', { count: 1, signal }, () => Promise.resolve('done'))).toBe('done');
  expect(room('a')).toBe(Infinity);
});
