import { expect, test } from '@jest/globals';
import type { BatchOutcome, FailureKind, PlannedRecord, RecordOutcome } from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from '../adapter.ts';
import { repeatCreate } from './repeat-create.ts';
import type { LookedUp, Sighting } from './sighting.ts';

type Failure = Extract<RecordOutcome, { kind: 'failed' }>;

const failed = (kind: FailureKind, retryable = false): Failure => ({
  kind: 'failed',
  faults: [{ kind, sent: 'rejected', retryable, message: kind }],
});
const written = (recordId: string): RecordOutcome => ({ kind: 'written', recordId });
const found = (recordId: string, ageMs = 0): Sighting => ({ kind: 'found', recordId, ageMs });
const absent: Sighting = { kind: 'absent' };
const unsearchable: Sighting = { kind: 'unsearchable' };

type Scene = {
  /** What is seen at each look. */
  looks: readonly (LookedUp['sightings'] | Failure)[];
  /** What becomes of the records that are sent. */
  outcomes?: readonly RecordOutcome[];
  inDoubt?: readonly boolean[];
  allOrNone?: boolean;
  mayCallAgain?: () => boolean;
  writtenBefore?: readonly string[];
};

/** Repeats a batch of records `0`, `1`, … and tells which of them were looked for, and which were sent. */
async function repeat({
  looks,
  outcomes = [],
  inDoubt,
  allOrNone = false,
  mayCallAgain = () => true,
  writtenBefore = [],
}: Scene) {
  const lookedFor: string[] = [];
  const sent: string[] = [];
  const names = (records: readonly PlannedRecord[]) =>
    records.map(({ fields }) => JSON.stringify(fields['n'])).join();
  const coming = looks.values();
  const adapter = {
    findCreated: (_call: unknown, records: readonly PlannedRecord[]): Promise<LookedUp | Failure> => {
      lookedFor.push(names(records));
      const look = coming.next().value ?? [];
      return Promise.resolve('kind' in look ? look : { kind: 'looked-up', sightings: look });
    },
    createMany: (_call: unknown, records: readonly PlannedRecord[]): Promise<BatchOutcome> => {
      sent.push(names(records));
      return Promise.resolve({ records: outcomes, errors: [] });
    },
  };
  const count = inDoubt?.length ?? (Array.isArray(looks[0]) ? looks[0].length : 1);
  const repeated = await repeatCreate(
    adapter as unknown as ProviderAdapter,
    { allOrNone, mayCallAgain } as BatchCall,
    { type: 'create', form: 'batch', records: Array.from({ length: count }, (_, n) => ({ fields: { n } })) },
    {
      inDoubt: inDoubt ?? Array.from({ length: count }, () => true),
      knownOf: () => ({ sinceFirstAttemptMs: 10_000, writtenBefore }),
    },
  );
  return { ...repeated, lookedFor, sent };
}

test('what is found is not sent, what is absent is, and only what cannot be looked for stays in doubt', async () => {
  const done = await repeat({
    looks: [[found('7'), absent, unsearchable]],
    outcomes: [written('8'), written('9')],
  });
  expect(done).toEqual({
    records: [written('7'), written('8'), written('9')],
    inDoubt: [false, false, true],
    errors: [],
    kept: [],
    found: [true, false, false],
    lookedFor: ['0,1,2'],
    sent: ['1,2'],
  });
});

test('only records in doubt are looked for, and nothing is sent when all others are found', async () => {
  const some = await repeat({
    looks: [[found('7')]],
    inDoubt: [false, true],
    outcomes: [written('8')],
  });
  expect(some).toMatchObject({ lookedFor: ['1'], sent: ['0'], records: [written('8'), written('7')] });
  expect(await repeat({ looks: [[found('7')]] })).toMatchObject({ sent: [] });
});

test('without an answer to the look nothing is sent, and the doubt stays', async () => {
  const done = await repeat({ looks: [failed('unavailable', true)], inDoubt: [true, false] });
  const fault = { kind: 'unavailable', sent: 'notSent', retryable: true };
  expect(done).toMatchObject({
    sent: [],
    inDoubt: [true, false],
    records: [{ faults: [fault] }, { faults: [fault] }],
  });
});

test('a conflict of a repeat is settled by another look: what has come meanwhile is ours', async () => {
  const done = await repeat({
    looks: [
      [absent, absent],
      [found('7'), found('8', 20_000)],
    ],
    outcomes: [failed('conflict'), failed('conflict')],
  });
  expect(done).toMatchObject({ lookedFor: ['0,1', '0,1'], inDoubt: [false, false] });
  expect(done.records).toEqual([written('7'), failed('conflict')]);
});

test('a conflict with what was just made of another record of the batch, or by an attempt before, stays one', async () => {
  const conflict = failed('conflict');
  const together = { outcomes: [written('7'), conflict], inDoubt: [true, true] };
  const now = await repeat({ ...together, looks: [[absent, absent], [found('7')]] });
  expect(now).toMatchObject({
    lookedFor: ['0,1', '1'],
    records: [written('7'), conflict],
    found: [false, false],
  });
  const before = await repeat({ looks: [[found('7')]], outcomes: [conflict], writtenBefore: ['7'] });
  expect(before).toMatchObject({ sent: ['0'], records: [conflict], inDoubt: [false], found: [false] });
});

test('a conflict with a record that was there before stays one, without another look', async () => {
  const done = await repeat({ looks: [[found('7', 20_000)]], outcomes: [failed('conflict')] });
  expect(done).toMatchObject({
    lookedFor: ['0'],
    sent: ['0'],
    records: [failed('conflict')],
    inDoubt: [false],
  });
});

test('a conflict of a record that cannot be looked for stays one, and in doubt', async () => {
  const done = await repeat({ looks: [[unsearchable]], outcomes: [failed('conflict')] });
  expect(done).toMatchObject({ lookedFor: ['0'], records: [failed('conflict')], inDoubt: [true] });
});

test('a conflict that could not be looked into is looked into at the next attempt', async () => {
  const later = { kind: 'failed', faults: [{ sent: 'notSent', retryable: true }] };
  const scene = { outcomes: [failed('conflict')] };
  const unanswered = await repeat({ ...scene, looks: [[absent], failed('unavailable', true)] });
  expect(unanswered).toMatchObject({ records: [later], inDoubt: [true] });
  const calls = [true, false].values();
  const mayCallAgain = () => calls.next().value ?? false;
  const noTime = await repeat({ ...scene, looks: [[absent]], mayCallAgain });
  expect(noTime).toMatchObject({ records: [later], inDoubt: [true], lookedFor: ['0'] });
});

test('when the time is over after the look nothing is sent; what was found is kept', async () => {
  const done = await repeat({ looks: [[found('7'), absent]], mayCallAgain: () => false });
  expect(done).toMatchObject({
    sent: [],
    records: [written('7'), { faults: [{ sent: 'notSent', retryable: true }] }],
    inDoubt: [false, false],
  });
});

test('of an all-or-none batch one record proves that all were written, or that none was', async () => {
  const unnamed = { kind: 'written', warnings: [expect.stringMatching(/id of this record is not known/)] };
  const all = await repeat({ looks: [[found('7'), unsearchable]], allOrNone: true });
  expect(all).toMatchObject({ sent: [], inDoubt: [false, false] });
  expect(all.records).toEqual([written('7'), unnamed]);
  const removed = await repeat({ looks: [[found('7'), absent]], allOrNone: true });
  expect(removed).toMatchObject({ sent: [], records: [written('7'), unnamed] });
  const outcomes = [written('8'), written('9')];
  const none = await repeat({ looks: [[absent, unsearchable]], outcomes, allOrNone: true });
  expect(none).toMatchObject({ sent: ['0,1'], records: outcomes, inDoubt: [false, false] });
  const late = await repeat({
    looks: [[absent, unsearchable], [found('7')]],
    outcomes: [failed('conflict'), failed('unknown')],
    allOrNone: true,
  });
  expect(late).toMatchObject({ lookedFor: ['0,1', '0'], records: [written('7'), unnamed] });
});

test('an all-or-none batch of which a key was taken before is repeated whole, and its conflict stays one', async () => {
  const outcomes = [failed('conflict'), failed('conflict')];
  const done = await repeat({ looks: [[found('7'), found('8', 20_000)]], outcomes, allOrNone: true });
  expect(done).toMatchObject({ lookedFor: ['0,1'], sent: ['0,1'], records: outcomes, found: [false, false] });
});

const open: Failure = {
  kind: 'failed',
  faults: [{ ...failed('invalid', true).faults[0], tooMuchAtOnce: true }],
};
const unsent = { faults: [{ sent: 'notSent', retryable: true, tooMuchAtOnce: true }] };

test('what was not found out is not sent and stays in doubt; the rest goes on', async () => {
  const done = await repeat({ looks: [[absent, open, found('7')]], outcomes: [written('8')] });
  expect(done.sent).toEqual(['0']);
  expect(done.records).toMatchObject([written('8'), unsent, written('7')]);
  expect(done.inDoubt).toEqual([false, true, false]);
});

test('a conflict of which was not found out whether the record is ours stays in doubt', async () => {
  const done = await repeat({ looks: [[absent], [open]], outcomes: [failed('conflict')] });
  expect(done.records).toMatchObject([unsent]);
  expect(done.inDoubt).toEqual([true]);
});

test('of a batch that is written whole nothing is sent while something was not found out', async () => {
  const done = await repeat({ looks: [[unsearchable, open]], allOrNone: true });
  expect(done.sent).toEqual([]);
  expect(done.records).toMatchObject([unsent, unsent]);
  expect(done.inDoubt).toEqual([true, true]);
});
