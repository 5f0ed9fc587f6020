import { expect, test } from '@jest/globals';
import { createHeldBytes } from './held-bytes.ts';

const units = (laneId: string, ...bytes: number[]) => bytes.map((each) => ({ laneId, bytes: each }));

test('as many units fit as are wanted until their size is known, and then as many as are that large', () => {
  const held = createHeldBytes(1_000);
  expect(held.fit('a', 500)).toBe(500);
  held.take('a', units('a', 100, 300));
  expect([held.fit('a', 500), held.fit('a', 2), held.fit('b', 500)]).toEqual([3, 2, 500]);
});

test('none fit while more than half of what may be held is, and one always does where nothing is', () => {
  const held = createHeldBytes(1_000);
  const large = units('a', 5_000);
  held.take('a', large);
  expect([held.fit('a', 10), held.isFull('a'), held.isFull('b')]).toEqual([0, true, false]);
  held.letGo(large);
  expect([held.fit('a', 10), held.isFull('a')]).toEqual([1, false]);
  held.take('a', units('a', 300, 201));
  expect(held.fit('a', 10)).toBe(0);
  held.letGo(units('a', 201));
  expect(held.fit('a', 10)).toBe(2);
});

test('a claim that found nothing changes nothing', () => {
  const held = createHeldBytes(1_000);
  held.take('a', units('a', 400));
  held.take('a', []);
  expect(held.fit('a', 10)).toBe(1);
});
