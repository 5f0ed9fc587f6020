import { expect, test } from '@jest/globals';
import { isSampled, readTraceParent, traceIdIn, traceParentOf, spanContextOf } from './trace-parent.ts';

const given = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

test('a traceparent is read; of a later version the first four parts', () => {
  expect(readTraceParent(given)).toBe(given);
  expect(readTraceParent(`01${given.slice(2)}-what-comes-later`)).toBe(given);
  expect(traceParentOf(spanContextOf(given))).toBe(given);
});

test('what is no traceparent counts as none', () => {
  const wrong = [
    undefined,
    '',
    [given],
    given.toUpperCase(),
    `${given}-more`,
    `ff${given.slice(2)}`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
    given.slice(0, -1),
    ` ${given}`,
  ];
  expect(wrong.map(readTraceParent)).toEqual(wrong.map(() => undefined));
});

test('the trace id and the flag are read from it', () => {
  expect(traceIdIn(given)).toEqual({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736' });
  expect(traceIdIn(null)).toEqual({});
  expect([given, given.replace(/1$/, '0'), null].map(isSampled)).toEqual([true, false, false]);
});
