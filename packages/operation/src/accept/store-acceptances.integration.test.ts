import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId, openDatabase } from '@writ/db';
import { createClosing } from '@writ/service-kit';
import { databaseLink, patientConnection, testDatabase } from '@writ/test-kit';
import type { NewOperation } from '../operation.ts';
import { anOperation } from '../testing/an-operation.ts';
import type { BatchedWrite } from './batch/auto-batch.ts';
import type { KeyedRequest } from './idempotency-keys.ts';
import { storeBatched, storeOperations } from './store-acceptances.ts';

let closing = createClosing();
beforeEach(() => {
  closing = createClosing();
});
afterEach(() => closing.close());

async function startOnLink() {
  const server = closing.add(await testDatabase(), (opened) => opened.drop());
  const link = closing.add(await databaseLink(server.url), (opened) => opened.close());
  const { pool } = closing.add(
    openDatabase({ url: link.url, maxConnections: 2, applicationName: 'test', limits: patientConnection }),
    (opened) => opened.close(),
  );
  const rows = async () => {
    const { rows: counted } = await server.pool.query<Record<string, number>>(
      `SELECT (SELECT count(*) FROM operation)::int AS operations,
         (SELECT count(*) FROM operation_record)::int AS records,
         (SELECT sum(record_count) FROM operation)::int AS counted,
         (SELECT count(*) FROM idempotency_key)::int AS keys,
         (SELECT count(*) FROM lane WHERE next_due_at IS NOT NULL)::int AS lanes`,
    );
    return counted[0];
  };
  return {
    link,
    rows,
    store: (...operations: NewOperation[]) => storeOperations(pool, operations),
    collect: (...writes: BatchedWrite[]) => storeBatched(pool, writes),
  };
}

const target = anOperation();
const keyedBy = (key: string, body = 'body'): KeyedRequest => ({
  projectId: target.projectId,
  scope: 'crm/contacts',
  key,
  bodyHash: Buffer.from(body),
});
const alone = (keyed?: KeyedRequest, changes: Partial<NewOperation> = {}): NewOperation => ({
  ...target,
  id: newId(),
  keyed,
  ...changes,
});
const batched = (keyed?: KeyedRequest): BatchedWrite => ({
  ...target,
  type: 'create',
  maxDelayMinutes: 5,
  requestId: newId(),
  record: { fields: { n: 1 } },
  keyed,
});

const group = () => [
  alone(undefined, { type: 'update', records: [{ id: '7', fields: { lastname: 'Lovelace' } }] }),
  alone(keyedBy('a')),
  alone(keyedBy('a')),
  alone(keyedBy('a', 'another body')),
  alone(keyedBy('known')),
];
const ofOne = { kind: 'stored', operationId: expect.any(String) };

const losses = [
  ['loseAnswerTo', 'COMMIT'],
  ['lose', 'COMMIT'],
  ['loseAnswerTo', 'insert-operations'],
  ['lose', 'insert-operations'],
] as const;
test.each(losses)('each member of a group is told right and stored once: %s %s', async (lose, statement) => {
  const { link, rows, store } = await startOnLink();
  const [known] = await store(alone(keyedBy('known')));
  link[lose](statement);
  const given = group();
  const answers = await store(...given);
  const idOf = (index: number) => given[index]?.id;
  expect(link.losses()).toBe(1);
  expect(answers).toMatchObject([
    { ...ofOne, operationId: idOf(0), due: 'already' },
    { ...ofOne, operationId: idOf(1), due: 'already' },
    { kind: 'accepted', operationId: idOf(1) },
    { kind: 'mismatch' },
    { kind: 'accepted', operationId: known?.kind === 'stored' ? known.operationId : '' },
  ]);
  expect(await rows()).toEqual({ operations: 3, records: 3, counted: 3, keys: 2, lanes: 1 });
});

test.each(['loseAnswerTo', 'lose'] as const)(
  'keys alone tell of what went into a batch: %s',
  async (lose) => {
    const { link, rows, collect } = await startOnLink();
    link[lose]('COMMIT');
    const answers = await collect(batched(keyedBy('a')), batched(keyedBy('b')), batched(keyedBy('a')));
    const operationId = answers[0]?.kind === 'stored' ? answers[0].operationId : '';
    expect(answers).toMatchObject([
      { kind: 'stored', operationId, due: 'anew' },
      { kind: 'stored', operationId, due: 'anew' },
      { kind: 'accepted', operationId },
    ]);
    expect(await rows()).toEqual({ operations: 1, records: 2, counted: 2, keys: 2, lanes: 1 });
  },
);

test('a lane at rest is to be woken for what the first try stored', async () => {
  const { link, store } = await startOnLink();
  link.loseAnswerTo('COMMIT');
  expect(await store(alone(keyedBy('a')))).toMatchObject([{ kind: 'stored', due: 'anew' }]);
});

test.each(['loseAnswerTo', 'lose'] as const)(
  'records of a batch without keys are unknown, and not stored again: %s',
  async (lose) => {
    const { link, rows, collect } = await startOnLink();
    link[lose]('COMMIT');
    await expect(collect(batched(), batched(keyedBy('b')))).rejects.toMatchObject({
      name: 'CommitUnknownError',
    });
    expect(await rows()).toMatchObject({ records: lose === 'lose' ? 0 : 2 });
  },
);

test.each(['loseAnswerTo', 'lose'] as const)(
  'records of a batch without keys are stored once where the connection breaks before the commit: %s',
  async (lose) => {
    const { link, rows, collect } = await startOnLink();
    link[lose]('grow-batches');
    expect(await collect(batched(), batched())).toMatchObject([ofOne, ofOne]);
    expect(link.losses()).toBe(1);
    expect(await rows()).toMatchObject({ operations: 1, records: 2, counted: 2 });
  },
);
