import { expect, test } from '@jest/globals';
import { calendarDayUsage, rollingDayUsage } from './daily-usage.ts';

const hourMs = 3_600_000;
const noonMs = Date.parse('2026-03-01T12:00:00Z');

test('calendar days begin anew at midnight', () => {
  const usage = calendarDayUsage();
  usage.add(noonMs);
  expect(usage.used(noonMs + 12 * hourMs - 1)).toBe(1);
  expect(usage.used(noonMs + 12 * hourMs)).toBe(0);
});

test('rolling days forget hour by hour', () => {
  const usage = rollingDayUsage();
  for (let hour = 0; hour < 24; hour += 1) usage.add(noonMs + hour * hourMs);
  expect(usage.used(noonMs + 23 * hourMs)).toBe(24);
  expect(usage.used(noonMs + 25 * hourMs)).toBe(22);
  expect(usage.used(noonMs + 100 * hourMs)).toBe(0);
  usage.add(noonMs + 100 * hourMs);
  expect(usage.used(noonMs + 123 * hourMs)).toBe(1);
  expect(usage.used(noonMs + 124 * hourMs)).toBe(0);
});
