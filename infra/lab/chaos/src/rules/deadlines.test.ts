import { expect, test } from '@jest/globals';
import type { EntryOf } from '../entry.ts';
import { operation } from '../testing/a-history.ts';
import { failedAtDeadline } from './deadlines.ts';

const limits = { deadlineMs: 3_600_000, backoffMs: 300_000 };
const failed = (changes: Partial<EntryOf<'operation'>> = {}) => [
  operation(0, {
    status: 'failure',
    result: '[contacts] Retry deadline of 1 h passed: down',
    endedAtMs: limits.deadlineMs + limits.backoffMs,
    ...changes,
  }),
];

test('a failure at the deadline that says so is right', () => {
  expect(failedAtDeadline(failed(), [0], limits).holds).toBe(true);
});

test.each([
  ['became a success', { status: 'success' }],
  ['does not say why', { result: '[contacts] Error' }],
  ['came too late', { endedAtMs: limits.deadlineMs + limits.backoffMs + 1 }],
  ['came too early', { endedAtMs: 1_000_000 }],
])('one that %s is seen', (_, changes) => {
  expect(failedAtDeadline(failed(changes), [0], limits).holds).toBe(false);
});

test('one that is not stored at all is seen', () => {
  expect(failedAtDeadline(failed(), [0, 1], limits).holds).toBe(false);
});
