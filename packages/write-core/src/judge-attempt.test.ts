import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { judgeAttempt as judge, judgeOverdue, type JudgedOperation } from './judge-attempt.ts';
import type { ProviderFault, RecordOutcome } from './outcome.ts';
import { backoffMs } from './retry.ts';

const single: JudgedOperation = {
  objectName: 'contacts',
  type: 'create',
  pending: [{ inDoubt: false }],
  form: 'single',
  deadlineHours: 1,
  succeededBefore: 0,
  failedBefore: 0,
  mayBeWritten: false,
};
const batch: JudgedOperation = { ...single, form: 'batch' };
const written: RecordOutcome = { kind: 'written', recordId: '1' };
const fault = (changes: Partial<ProviderFault> = {}): RecordOutcome => ({
  kind: 'failed',
  faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'Bad email', ...changes }],
});
const passing = (changes: Partial<ProviderFault> = {}): RecordOutcome =>
  fault({ kind: 'rate-limited', retryable: true, message: 'Slow down', ...changes });
const time = { attempt: 1, msToDeadline: 3_600_000, random: 0.5 };
const judgeAttempt = (operation: JudgedOperation, records: readonly RecordOutcome[], at: typeof time) =>
  judge(operation, { records, errors: [] }, at);

test('a written record ends the operation as a success', () => {
  expect(judgeAttempt(single, [written], time)).toMatchObject({
    succeeded: 1,
    failed: 0,
    next: { do: 'end', status: 'success', result: 'Write completed' },
  });
});

test('a refusal ends it as a failure that says what the provider said', () => {
  expect(judgeAttempt(single, [fault()], time).next).toEqual({
    do: 'end',
    status: 'failure',
    result: '[contacts] Error writing to provider: Bad email',
  });
});

test('what is told of an all-or-none batch is what its culprit did, not what befell its neighbour', () => {
  const outcomes = [fault(), fault({ kind: 'unknown', message: 'Rolled back', rolledBack: true })];
  expect(judgeAttempt(batch, outcomes, time)).toMatchObject({
    lastFault: { message: 'Bad email' },
    next: { result: '[contacts] Error writing to provider: Bad email' },
  });
});

test('what the provider said of no record is told, where the records say no more than that they were not written', () => {
  const said: ProviderFault = {
    kind: 'conflict',
    sent: 'rejected',
    retryable: false,
    message: 'There is one',
  };
  const records = [1, 2].map(() => fault({ message: 'Not written', rolledBack: true }));
  expect(judge(batch, { records, errors: [said] }, time)).toMatchObject({
    lastFault: { message: 'There is one', kind: 'conflict' },
    ofNoRecord: ['There is one'],
    next: { result: '[contacts] Error writing to provider: There is one' },
  });
  expect(judge(batch, { records: [written], errors: [said] }, time)).not.toHaveProperty('ofNoRecord');
});

test('a fault that can pass is tried again after a jittered wait', () => {
  expect(judgeAttempt(single, [passing()], { ...time, attempt: 3 })).toMatchObject({
    lastFault: { message: 'Slow down' },
    records: [{ status: 'pending' }],
    next: { do: 'retry', waitMs: 2_000 },
  });
});

test('the provider is never asked again before it allows it', () => {
  expect(judgeAttempt(single, [passing({ retryAfterMs: 30_000 })], time).next).toEqual({
    do: 'retry',
    waitMs: 30_000,
  });
});

test('a wait that passes the deadline ends the write at once, and says so', () => {
  const judged = judgeAttempt(single, [passing({ retryAfterMs: 7_200_000 })], time);
  expect(judged.next).toMatchObject({ do: 'end', status: 'failure' });
  expect(judged.next).toMatchObject({
    result: expect.stringContaining('past the retry deadline of 1 h: Slow down'),
  });
});

test('a wait of ours is kept, but cut so that there is a last attempt shortly before the deadline', () => {
  const ours = [passing({ retryAfterMs: 1_000, ourWaitMs: 300_000 })];
  const waitMs = (msToDeadline: number, outcomes = ours) =>
    judgeAttempt(single, outcomes, { ...time, msToDeadline }).next;
  expect(waitMs(3_600_000)).toEqual({ do: 'retry', waitMs: 300_000 });
  expect(waitMs(240_000)).toEqual({ do: 'retry', waitMs: 235_000 });
  expect(waitMs(10_000)).toEqual({ do: 'retry', waitMs: 5_000 });
  const asked = [passing({ retryAfterMs: 238_000, ourWaitMs: 300_000 })];
  expect(waitMs(240_000, asked)).toEqual({ do: 'retry', waitMs: 238_000 });
});

test('a wait of ours lasts until the deadline where that is too near for one more attempt', () => {
  const ours = [passing({ ourWaitMs: 300_000 })];
  const near = { ...time, msToDeadline: 9_999 };
  expect(judgeAttempt(single, ours, near).next).toEqual({ do: 'retry', waitMs: 9_999 });
});

test('at the deadline the write fails with its last fault', () => {
  expect(judgeAttempt(single, [passing()], { ...time, msToDeadline: 0 }).next).toEqual({
    do: 'end',
    status: 'failure',
    result: '[contacts] Retry deadline of 1 h passed: Slow down',
  });
  expect(judgeOverdue(single, { message: 'Slow down' }).next).toEqual({
    do: 'end',
    status: 'failure',
    result: '[contacts] Retry deadline of 1 h passed: Slow down',
  });
});

test('at the deadline a record keeps what was said of it; why the write ends is told of one that has nothing', () => {
  const own = { message: 'Row locked', code: 'UNABLE_TO_LOCK_ROW', field: 'Status' };
  const overdue = { ...batch, pending: [{ inDoubt: false, errors: [own] }, { inDoubt: false }] };
  const why = { message: 'Slow down', kind: 'rate-limited' } as const;
  expect(judgeOverdue(overdue, why)).toMatchObject({
    lastFault: { message: 'Slow down', kind: 'rate-limited' },
    records: [{ faults: [own] }, { faults: [{ message: 'Slow down' }] }],
    next: { result: '[contacts] Retry deadline of 1 h passed: Slow down' },
  });
  const [first] = judgeOverdue(overdue, { ...why, ofEach: true }).records;
  expect(first).toMatchObject({ faults: [own, { message: 'Slow down' }] });
});

test('a batch of which some records were written is a success that counts both', () => {
  expect(judgeAttempt(batch, [written, fault(), written], time)).toMatchObject({
    succeeded: 2,
    failed: 1,
    next: { status: 'success', result: 'Batch write completed (2 succeeded, 1 failed)' },
  });
});

test('in a batch only what can still succeed is pending; the rest is settled at once', () => {
  const judged = judgeAttempt(batch, [written, fault(), passing()], time);
  expect(judged.records.map(({ status }) => status)).toEqual(['written', 'failed', 'pending']);
  expect(judged.next.do).toBe('retry');
});

const unknown = passing({ kind: 'timeout', sent: 'unknown' });
const doubted: JudgedOperation = { ...single, pending: [{ inDoubt: true }] };
const ambiguity = (operation: JudgedOperation, outcome: RecordOutcome): boolean | undefined =>
  judgeAttempt(operation, [outcome], time).records[0]?.ambiguous;

test.each([
  ['tried again', time, {}],
  [
    'out of time',
    { ...time, msToDeadline: 0 },
    { result: '[contacts] Retry deadline of 1 h passed: Slow down' },
  ],
])('what is told of a batch that is %s is why, not what ended for good', (_, at, next) => {
  expect(judgeAttempt(batch, [passing(), fault()], at)).toMatchObject({
    lastFault: { message: 'Slow down' },
    next,
  });
});

test('a create is ambiguous as long as nobody knows whether an attempt made it', () => {
  expect(ambiguity(single, unknown)).toBe(true);
  expect(ambiguity(doubted, passing())).toBe(true);
  expect(ambiguity(doubted, written)).toBe(true);
  expect(ambiguity(single, written)).toBe(false);
  expect(ambiguity(single, passing())).toBe(false);
  expect(judgeOverdue(doubted, { message: 'Slow down' }).records).toMatchObject([
    { status: 'failed', ambiguous: true },
  ]);
});

test('an update is not ambiguous: repeated it changes nothing more', () => {
  expect(ambiguity({ ...doubted, type: 'update' }, unknown)).toBe(false);
});

test('an update that no longer meets its condition is ambiguous where an earlier attempt may have made it, and says so', () => {
  const stale = fault({ kind: 'conflict', message: 'It was changed', unmetCondition: true });
  const update: JudgedOperation = { ...single, type: 'update' };
  expect(judgeAttempt(update, [stale], time)).toMatchObject({
    records: [{ status: 'failed', ambiguous: false }],
    next: { result: '[contacts] Error writing to provider: It was changed' },
  });
  const repeated = { ...update, mayBeWritten: true };
  const judged = judgeAttempt(repeated, [stale], time);
  const said =
    'It was changed (an earlier attempt, whose answer was lost, may have made this very change: look at the record)';
  expect(judged).toMatchObject({
    records: [{ status: 'failed', ambiguous: true, faults: [{ message: said, sent: 'unknown' }] }],
    lastFault: { message: said, kind: 'conflict' },
    next: { do: 'end', status: 'failure', result: `[contacts] Error writing to provider: ${said}` },
  });
  expect(ambiguity(repeated, fault())).toBe(false);
  expect(ambiguity(repeated, written)).toBe(false);
});

test('what waits for a connection waits until its deadline, unless another record is worth another attempt', () => {
  const dead = passing({ waitsFor: 'connection', sent: 'notSent' });
  expect(judgeAttempt(batch, [dead, dead], time).next).toEqual({
    do: 'retry',
    waitMs: time.msToDeadline,
    waitsFor: 'connection',
  });
  expect(judgeAttempt(batch, [dead, passing()], time).next).not.toHaveProperty('waitsFor');
});

const outcomes = fc.array(
  fc.oneof(
    fc.constant(written),
    fc.constant(fault()),
    fc.nat(10_000_000).map((retryAfterMs) => passing({ retryAfterMs })),
  ),
  { minLength: 1, maxLength: 100 },
);

test('whatever happens, every record is accounted for, and an end leaves none pending', () => {
  fc.assert(
    fc.property(
      outcomes,
      fc.integer({ min: -1_000, max: 4_000_000 }),
      fc.nat(60),
      (given, msToDeadline, attempt) => {
        const judged = judgeAttempt(batch, given, { attempt: attempt + 1, msToDeadline, random: 0.3 });
        const pending = judged.records.filter(({ status }) => status === 'pending').length;
        expect(judged.succeeded + judged.failed + pending).toBe(given.length);
        expect(judged.next.do === 'end').toBe(pending === 0);
        if (judged.next.do === 'retry') expect(judged.next.waitMs).toBeLessThanOrEqual(msToDeadline);
        else expect(judged.next.status === 'success').toBe(judged.succeeded > 0);
      },
    ),
  );
});

test('the backoff doubles from a second and stops growing at five minutes', () => {
  const most = [1, 2, 3, 9, 10, 60].map((attempt) => backoffMs(attempt, 0, 0.999_999));
  expect(most).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  expect(backoffMs(5, 0, 0)).toBe(0);
});
