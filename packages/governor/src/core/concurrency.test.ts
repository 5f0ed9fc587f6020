import { expect, test } from '@jest/globals';
import { afterOverload, afterSuccess, firstConcurrency, type Concurrency } from './concurrency.ts';

const succeed = (state: Concurrency, times: number, most = 24): Concurrency =>
  Array.from({ length: times }).reduce<Concurrency>((known) => afterSuccess(known, most), state);

test('it grows by one after as many successes as writes may be under way, up to the most', () => {
  const first = firstConcurrency(4);
  expect(succeed(first, 3).limit).toBe(4);
  expect(succeed(first, 4).limit).toBe(5);
  expect(succeed(first, 4 + 5).limit).toBe(6);
  expect(succeed(first, 1_000, 6).limit).toBe(6);
});

test('an overload halves it, down to one, once for the calls that were under way together', () => {
  const cut = afterOverload(firstConcurrency(9), 100, 200);
  expect(cut.limit).toBe(4);
  expect(afterOverload(cut, 150, 210)).toBe(cut);
  expect(afterOverload(cut, 201, 300).limit).toBe(2);
  expect(afterOverload(firstConcurrency(1), 100, 200).limit).toBe(1);
});

test('successes before a cut count for nothing', () => {
  const cut = afterOverload(succeed(firstConcurrency(4), 3), 100, 200);
  expect(succeed(cut, 1).limit).toBe(2);
  expect(succeed(cut, 2).limit).toBe(3);
});
