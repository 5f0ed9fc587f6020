import { expect, test } from '@jest/globals';
import { callsUntilWritten, summarizeCalls, type JournalCall } from './calls.ts';

const call = (second: number, changed: readonly string[], more: Partial<JournalCall> = {}): JournalCall => ({
  at: new Date(second * 1000).toISOString(),
  path: '/crm/objects/2026-03/contacts/batch/update',
  status: 200,
  ms: 500,
  effects: changed.map((id) => ({ action: 'updated', id })),
  ...more,
});

const inputs = (...ids: string[]) => ({ body: { inputs: ids.map((id) => ({ id })) } });

test('every call of every account counts, and time runs from the first call to the last answer', () => {
  const one = [call(10, [], { status: 429 }), call(20, ['1', '2']), call(21, ['3']), call(29, [])];
  expect(summarizeCalls([one, [call(11, ['1'])]])).toEqual({
    calls: 5,
    tooMany: 1,
    changes: 4,
    seconds: 19.5,
    longestGapSeconds: 9,
  });
});

test('a call that was never answered counts, without its time', () => {
  const { status: _status, ms: _ms, ...unanswered } = call(10, []);
  expect(summarizeCalls([[unanswered]])).toEqual({
    calls: 1,
    tooMany: 0,
    changes: 0,
    seconds: 0,
    longestGapSeconds: 0,
  });
});

test('a record is written so many calls after the first that held it', () => {
  const calls = [
    call(1, [], inputs('1', '2', '3', '4')),
    call(2, ['1', '2'], inputs('1', '2')),
    call(3, [], inputs('3', '4')),
    call(4, ['3'], { path: '/crm/objects/2026-03/contacts/3' }),
    call(5, [], { path: '/crm/objects/2026-03/contacts/4' }),
  ];
  expect(callsUntilWritten(calls)).toEqual({ median: 1, most: 3 });
});

test('single updates are written by the call that holds them first', () => {
  const single = (id: string) => call(1, [id], { path: `/crm/objects/2026-03/contacts/${id}` });
  expect(callsUntilWritten([single('7'), single('8')])).toEqual({ median: 0, most: 0 });
});
