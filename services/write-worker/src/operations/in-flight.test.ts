import { expect, test } from '@jest/globals';
import { createInFlight } from './in-flight.ts';

/** Work that begins when it may, and ends when it is told to. */
function lane(most: number) {
  const inFlight = createInFlight(most);
  const begun: string[] = [];
  const start = (
    name: string,
    count: number,
    { laneId = 'a', signal = new AbortController().signal } = {},
  ) => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const result = inFlight(laneId, { count, signal }, async () => {
      begun.push(name);
      await ended;
      return name;
    });
    return { end: () => (end(), result), result };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { start, begun, settled };
}

test('work begins in its order, as soon as there is room for it', async () => {
  const { start, begun, settled } = lane(24);
  const first = start('first', 10);
  start('second', 10);
  const third = start('third', 5);
  start('fourth', 4);
  await settled();
  expect(begun).toEqual(['first', 'second']);
  expect(await first.end()).toBe('first');
  await settled();
  expect(begun).toEqual(['first', 'second', 'third', 'fourth']);
  await third.end();
});

test('what counts nothing, and other lanes, wait for nobody; what is larger than all waits until it is alone', async () => {
  const { start, begun, settled } = lane(5);
  const one = start('one', 1);
  start('large', 9);
  start('free', 0);
  start('elsewhere', 5, { laneId: 'b' });
  await settled();
  expect(begun.toSorted()).toEqual(['elsewhere', 'free', 'one']);
  await one.end();
  await settled();
  expect(begun.at(-1)).toBe('large');
});

test('what is given up before its turn never begins, and lets the next one in', async () => {
  const { start, begun, settled } = lane(5);
  start('first', 3);
  const gone = new AbortController();
  const given = start('given up', 5, { signal: gone.signal });
  start('next', 2);
  gone.abort();
  expect(await given.result).toBeUndefined();
  expect(await start('too late', 1, { signal: gone.signal }).result).toBeUndefined();
  await settled();
  expect(begun).toEqual(['first', 'next']);
});
