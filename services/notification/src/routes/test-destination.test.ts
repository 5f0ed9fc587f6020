import { expect, test } from '@jest/globals';
import { toldOfTest } from './test-destination.ts';

const outcome = {
  delivered: false,
  at: new Date(0),
  durationMs: 1,
  httpStatus: 500,
  excerpt: 'ü'.repeat(4_000),
};

test('of the answer to a test 2 kB are told', () => {
  expect(toldOfTest(outcome, true)).toEqual({ ...outcome, excerpt: 'ü'.repeat(1_024) });
});

test('nothing is told of what an address answered that only the operator allows', () => {
  const { excerpt, ...rest } = outcome;
  expect(excerpt).toHaveLength(4_000);
  expect(toldOfTest(outcome, false)).toEqual(rest);
});
