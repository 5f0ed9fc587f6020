import { expect, test } from '@jest/globals';
import { createInFlight } from './in-flight.ts';

/** Work of lanes that ends when it is told to. */
function lanesOf(most: number) {
  const { run, room } = createInFlight(most);
  const begun: string[] = [];
  const start = (name: string, count: number, laneId = 'a') => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const result = run(laneId, count, () => {
      begun.push(name);
      return promise;
    });
    return { end: () => (resolve(name), result), result };
  };
  return { start, begun, room };
}

test('what finds no room never begins; then as many are claimed as there is room for, and none if there is none', async () => {
  const { start, begun, room } = lanesOf(24);
  const first = start('first', 10);
  const second = start('second', 10);
  expect(room('a')).toBe(Infinity);
  expect(await start('third', 10).result).toBeUndefined();
  const small = start('small', 4);
  expect(begun).toEqual(['first', 'second', 'small']);
  expect(room('a')).toBe(0);
  expect(await first.end()).toBe('first');
  expect(room('a')).toBe(1);
  await Promise.all([second.end(), small.end()]);
  // Also when nothing is in flight, so that the next claim is not of calls that find no room.
  expect(room('a')).toBe(2);
});

test('a lane without such work has no bound, and loses the one it had', async () => {
  const { start, begun, room } = lanesOf(5);
  const one = start('one', 1);
  await start('too large', 9).result;
  start('elsewhere', 5, 'b');
  const free = start('free', 0);
  expect(begun).toEqual(['one', 'elsewhere', 'free']);
  expect([room('a'), room('b')]).toEqual([0, Infinity]);
  await Promise.all([one.end(), free.end()]);
  expect(room('a')).toBe(1);
  const large = start('large', 9);
  expect(begun.at(-1)).toBe('large');
  await large.end();
  await start('free', 0).end();
  expect(room('a')).toBe(Infinity);
});

test('work that fails leaves its room', async () => {
  const { run, room } = createInFlight(1);
  await expect(run('a', 1, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect(await run('a', 1, () => Promise.resolve('done'))).toBe('done');
  expect(room('a')).toBe(Infinity);
});
