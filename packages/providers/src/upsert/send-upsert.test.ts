import { expect, test } from '@jest/globals';
import type { Failed, FailureKind, PlannedRecord, RecordOutcome, UpsertPlan } from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from '../adapter.ts';
import type { Sighting } from '../look-up/sighting.ts';
import { sendWrite } from '../send-write.ts';

const failed = (kind: FailureKind, retryable = false): Failed => ({
  kind: 'failed',
  faults: [{ kind, sent: 'rejected', retryable, message: kind }],
});
const written = (recordId: string): RecordOutcome => ({ kind: 'written', recordId });
const found = (recordId: string): Sighting => ({ kind: 'found', recordId, ageMs: 0 });
const absent: Sighting = { kind: 'absent' };
const unsearchable: Sighting = { kind: 'unsearchable' };

type Answers = {
  looks?: ((Sighting | Failed)[] | Failed)[];
  updates?: RecordOutcome[][];
  creates?: RecordOutcome[][];
  upserts?: RecordOutcome[][];
  isUpserted?: boolean;
  allOrNone?: boolean;
  plan?: Partial<UpsertPlan>;
  /** Beside the key. */
  fields?: PlannedRecord['fields'];
  onUpdate?: (records: readonly PlannedRecord[]) => void;
};

/** Upserts records with the keys by a CRM that answers in this order; the calls are noted. */
async function upsert(keys: readonly string[], answers: Answers) {
  const { looks = [], updates = [], creates = [], upserts = [] } = answers;
  const { isUpserted = false, allOrNone = false, plan = {}, fields = { x: 1 }, onUpdate } = answers;
  const calls: string[] = [];
  const keysOf = (records: readonly PlannedRecord[]): string =>
    records.map(({ upsert: own, id, ...one }) => own?.value ?? id ?? JSON.stringify(one.fields)).join(',');
  const answering =
    (name: string, outcomes: RecordOutcome[][]) => (_: unknown, records: readonly PlannedRecord[]) => {
      calls.push(`${name} ${keysOf(records)}`);
      return Promise.resolve({ records: outcomes.shift() ?? [], errors: [] });
    };
  const field = { name: 'k', asked: String, folded: String, isUpserted };
  const adapter = {
    declaration: {
      recordIdPattern: /^\d+$/,
      displayName: 'A CRM',
      recordKeyOf: (id: string) => id,
      batch: { maxRecords: 100, allOrNone: { create: true, update: true, upsert: true } },
    },
    keyField: () => Promise.resolve({ kind: 'key', field, names: ['k'] }),
    findByKey: (_: unknown, __: unknown, records: readonly PlannedRecord[]) => {
      calls.push(`look ${keysOf(records)}`);
      const seen = looks.shift() ?? [];
      return Promise.resolve('kind' in seen ? seen : { kind: 'looked-up', sightings: seen });
    },
    createMany: answering('create', creates),
    updateMany: (call: unknown, some: readonly PlannedRecord[]) => {
      onUpdate?.(some);
      return answering('update', updates)(call, some);
    },
    upsertMany: (call: unknown, _: string, records: readonly PlannedRecord[]) =>
      answering('upsert', upserts)(call, records),
  } as unknown as ProviderAdapter;
  const records = keys.map((value): PlannedRecord => ({
    fields: { k: value, ...fields },
    upsert: { field: 'k', value, ...plan },
  }));
  const sent = await sendWrite(adapter, { allOrNone } as BatchCall, {
    type: 'upsert',
    form: 'batch',
    records,
  });
  return { calls, records: sent.records };
}

test('a record that vanished between the look and its update is looked for again, and created', async () => {
  const { calls, records } = await upsert(['a', 'b'], {
    looks: [[found('1'), found('2')], [absent]],
    updates: [[failed('not-found'), written('2')]],
    creates: [[written('3')]],
  });
  expect(calls).toEqual(['look a,b', 'update 1,2', 'look a', 'create {"k":"a","x":1}']);
  expect(records).toMatchObject([
    { recordId: '3', created: true },
    { recordId: '2', created: false },
  ]);
});

test('an existing record keeps its key as it is; with nothing else to write there is no call', async () => {
  const sentTo: PlannedRecord[] = [];
  const noted = await upsert(['a'], {
    looks: [[found('1')]],
    updates: [[written('1')]],
    onUpdate: (records) => void sentTo.push(...records),
  });
  expect(noted.calls).toEqual(['look a', 'update 1']);
  expect(sentTo).toMatchObject([{ id: '1', fields: { x: 1 } }]);
  expect(sentTo[0]?.fields).not.toHaveProperty('k');
  const alone = await upsert(['a'], { looks: [[found('1')]], fields: {} });
  expect(alone.calls).toEqual(['look a']);
  expect(alone.records).toMatchObject([{ kind: 'written', recordId: '1', created: false }]);
});

test('one that must exist is not created after it vanished', async () => {
  const { calls, records } = await upsert(['a'], {
    looks: [[found('1')], [absent]],
    updates: [[failed('not-found')]],
    plan: { mustExist: true },
  });
  expect(calls).toEqual(['look a', 'update 1', 'look a']);
  expect(records).toMatchObject([{ faults: [{ code: 'KEY_NOT_FOUND' }] }]);
});

test("a conflict of the CRM's own upsert is tried again while it is not known whose it is", async () => {
  const { records } = await upsert(['a'], {
    isUpserted: true,
    upserts: [[failed('conflict')]],
    looks: [failed('rate-limited', true)],
  });
  expect(records).toMatchObject([{ faults: [{ kind: 'rate-limited', sent: 'notSent', retryable: true }] }]);
});

test('records that one answer does not tell apart are looked for alone', async () => {
  const { calls, records } = await upsert(['a', 'b', 'c'], {
    looks: [[unsearchable, found('2'), unsearchable], [found('1')], [unsearchable]],
    updates: [[written('1'), written('2')]],
  });
  expect(calls).toEqual(['look a,b,c', 'look a', 'look c', 'update 1,2']);
  expect(records).toMatchObject([
    { recordId: '1' },
    { recordId: '2' },
    { faults: [{ code: 'KEY_UNUSABLE' }] },
  ]);
});

test('a look that the CRM refuses gives its reason', async () => {
  const refused = (kind: FailureKind): Sighting => ({ kind: 'unsearchable', refused: failed(kind) });
  const { records } = await upsert(['a', 'b'], { looks: [[refused('forbidden'), refused('invalid')]] });
  expect(records).toMatchObject([
    { faults: [{ kind: 'forbidden', message: 'forbidden', sent: 'notSent' }] },
    { faults: [{ kind: 'invalid', code: 'KEY_UNUSABLE', message: expect.stringContaining('invalid') }] },
  ]);
});

test("nothing is written in part where all or none was asked for, but the CRM's own upsert does not take the key", async () => {
  const { calls, records } = await upsert(['a', 'b'], { allOrNone: true });
  expect(calls).toEqual([]);
  expect(records).toMatchObject([0, 1].map(() => ({ faults: [{ code: 'KEY_UNUSABLE', retryable: false }] })));
});
