import { expect, test } from '@jest/globals';
import { attempt, operation } from '../testing/a-history.ts';
import { ambiguousAre, attemptsAtMost } from './attempts.ts';

test('an attempt that took too long is seen, and so is a run without any', () => {
  expect(attemptsAtMost([attempt(0, { durationMs: 90_000 })], 90_000).holds).toBe(true);
  expect(attemptsAtMost([attempt(0, { durationMs: 90_001 })], 90_000).holds).toBe(false);
  expect(attemptsAtMost([], 90_000).holds).toBe(false);
});

test('a doubt that is not marked is seen, and so is a mark without a doubt', () => {
  const history = [operation(0, { ambiguous: true }), operation(1)];
  expect(ambiguousAre(history, [0]).holds).toBe(true);
  expect(ambiguousAre(history, [0, 1]).holds).toBe(false);
  expect(ambiguousAre(history, []).holds).toBe(false);
});
