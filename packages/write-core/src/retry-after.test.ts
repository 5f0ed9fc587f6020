import { expect, test } from '@jest/globals';
import { retryAfterMs } from './retry-after.ts';

test.each([
  ['30', 30_000],
  ['0', undefined],
  ['1.5', 1_500],
  [' 7 ', 7_000],
  ['999999999', 48 * 3_600_000],
  ['', undefined],
  ['-5', undefined],
  ['soon', undefined],
])('reads %j as seconds', (value, waitMs) => {
  expect(retryAfterMs({ 'retry-after': value })).toBe(waitMs);
});

test('of a header that comes more than once the longest wait that can be read counts', () => {
  expect(retryAfterMs({ 'retry-after': ['5', 'soon', '30'] })).toBe(30_000);
  expect(retryAfterMs({ 'retry-after': ['soon', ''] })).toBeUndefined();
});

test.each([
  ['3, 4', 4_000],
  ['4,3', 4_000],
  ['soon, 2', 2_000],
  ['3, Wed, 21 Oct 2015 07:28:30 GMT', 30_000],
  ['Wed, 21 Oct 2015 07:28:30 GMT, 45', 45_000],
])('of several on one line (%s) the longest counts', (value, waitMs) => {
  expect(retryAfterMs({ 'retry-after': value, date: 'Wed, 21 Oct 2015 07:28:00 GMT' })).toBe(waitMs);
});

test('reads a date against the clock of the answer', () => {
  const headers = { 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' };
  expect(retryAfterMs(headers)).toBe(30_000);
});

test('reads a date of an answer without one of its own against the given time', () => {
  const waitMs = retryAfterMs({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, Date.parse('2026-01-01'));
  expect(waitMs).toBe(30_000);
});

test('reads a date that has passed as no wait', () => {
  expect(retryAfterMs({ 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT' })).toBeUndefined();
});

test('finds nothing where there is no header', () => {
  expect(retryAfterMs({})).toBeUndefined();
});
