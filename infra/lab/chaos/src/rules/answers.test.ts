import { expect, test } from '@jest/globals';
import { acknowledged, fault, fixed, refused } from '../testing/a-history.ts';
import {
  nothingRefused,
  onlyRetryable503,
  outages,
  p99AtMost,
  p99Ms,
  recoveredWithin,
  refusedLessThan,
  wholeRun,
} from './answers.ts';

test('an outage reaches from its fault to its repair, and the last one may be open', () => {
  expect(outages([fault(10), fixed(20), fault(30)])).toEqual([
    { fromMs: 10, toMs: 20 },
    { fromMs: 30, toMs: Infinity },
  ]);
});

test('the 99th of a hundred is told, of those that were sent in the span', () => {
  const history = Array.from({ length: 100 }, (_, number) => acknowledged(number, { atMs: number + 1 }));
  expect(p99Ms(history, wholeRun)).toBe(99);
  expect(p99AtMost(history, wholeRun, 98, 'p99').holds).toBe(false);
  const late = acknowledged(100, { sentAtMs: 1_000, atMs: 9_000 });
  expect(p99Ms([...history, late], { fromMs: 0, toMs: 1_000 })).toBe(99);
});

test('a span without an acknowledgement is never fast enough', () => {
  expect(p99AtMost([], wholeRun, 1_000, 'p99').holds).toBe(false);
  expect(nothingRefused([]).holds).toBe(false);
});

test('one refusal is one too many', () => {
  expect(nothingRefused([acknowledged(0)]).holds).toBe(true);
  expect(nothingRefused([acknowledged(0), refused(1)]).holds).toBe(false);
});

test.each([{ status: 500 }, { status: 0, type: '' }, { type: 'text/html' }, { retryable: false }])(
  'a refusal with %j is not what callers were promised',
  (changes) => {
    expect(onlyRetryable503([refused(0)]).holds).toBe(true);
    expect(onlyRetryable503([refused(0, changes)]).holds).toBe(false);
  },
);

test('recovery ends with the first acknowledgement, and with the last refusal, after the repair', () => {
  const outage = [fault(0), fixed(1_000)];
  const back = acknowledged(0, { atMs: 3_000 });
  expect(recoveredWithin([...outage, back], 2_000).holds).toBe(true);
  expect(recoveredWithin([...outage, back], 1_999).holds).toBe(false);
  expect(recoveredWithin([...outage, back, refused(1, { atMs: 4_000 })], 2_000).holds).toBe(false);
  expect(recoveredWithin([...outage, acknowledged(0, { atMs: 500 })], 2_000).holds).toBe(false);
});

test('as great a share of refusals is seen; a run without requests shows nothing', () => {
  const history = [...Array.from({ length: 1_000 }, (_, number) => acknowledged(number)), refused(1_000)];
  expect(refusedLessThan(history, 0.001).holds).toBe(true);
  expect(refusedLessThan(history.slice(1), 0.001).holds).toBe(false);
  expect(refusedLessThan([], 0.001).holds).toBe(false);
});
