import { expect, test } from '@jest/globals';
import { renewInMs } from './planned-renewals.ts';

const minuteMs = 60_000;
const hundred = Array.from({ length: 100 }, (_, at) => at / 100);

test('connections made in one minute are due over a third of their time, and none after it', () => {
  const due = hundred.map((random) => renewInMs(27 * minuteMs, random));
  expect(Math.max(...due)).toBe(27 * minuteMs);
  expect(Math.min(...due)).toBeLessThan(18.1 * minuteMs);
  const inTenths = Map.groupBy(due, (ms) => Math.floor((ms - 18 * minuteMs) / (0.9001 * minuteMs)));
  expect([...inTenths.values()].map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 10));
});

test('a token whose end is not known is taken to last two hours, without the two minutes of calls', () => {
  expect(renewInMs(undefined, 0)).toBe(118 * minuteMs);
});

test('what is overdue is due now', () => {
  expect(renewInMs(-minuteMs, 0.5)).toBe(0);
});
