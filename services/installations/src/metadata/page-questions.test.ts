import { expect, test } from '@jest/globals';
import { Refusal } from '@writ/problems';
import { pageQuestions } from './page-questions.ts';

const hundred = Array.from({ length: 100 });

test('pages may ask a hundred times in an hour for each connection, and are told when they may again', () => {
  const time = { nowMs: 1 };
  const { take } = pageQuestions({ now: () => time.nowMs });
  take('c');
  time.nowMs += 3_599_999;
  for (const _ of hundred.slice(1)) take('c');
  for (const _ of hundred) take('d');
  const begunAtMs = Date.now();
  let refused: unknown;
  try {
    take('c');
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(Refusal);
  const { kind, facts } = refused as Refusal;
  expect(kind).toBe('rate-limited');
  expect(facts.retryAfter!.getTime() - begunAtMs).toBeLessThan(60_000);
  time.nowMs += 2;
  for (const _ of hundred) take('c');
  expect(() => take('c')).toThrow(Refusal);
  expect(() => take('d')).toThrow(Refusal);
});
