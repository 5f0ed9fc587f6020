import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from '@writ/db';
import { createClosing } from '@writ/service-kit';
import { patientConnection, seededRandom, type SeededRandom, testDatabase } from '@writ/test-kit';
import type { Pool } from 'pg';
import { cancelOperations, closeDueBatches } from '../../index.ts';
import { anAnnouncement, anOperation } from '../../testing/an-operation.ts';
import type { Accepted } from '../accepted.ts';
import { storeBatched } from '../store-acceptances.ts';
import type { BatchedWrite } from './auto-batch.ts';

type Kind = Pick<BatchedWrite, 'type' | 'objectName'>;

const target = anOperation();
const kinds: [Kind, ...Kind[]] = [
  { type: 'create', objectName: 'contacts' },
  { type: 'create', objectName: 'deals' },
  { type: 'update', objectName: 'contacts' },
];

let closing = createClosing();
beforeEach(() => {
  closing = createClosing();
});
afterEach(() => closing.close());

async function startGround(random: SeededRandom) {
  const server = closing.add(await testDatabase(), (opened) => opened.drop());
  const open = () =>
    closing.add(
      openDatabase({
        url: server.url,
        maxConnections: 4,
        applicationName: 'test',
        limits: patientConnection,
      }),
      (opened) => opened.close(),
    );
  const pools = Array.from({ length: 3 }, () => open().pool);
  /** Writes by request id, with the batch in the answer. */
  const told = new Map<string, { batchId: string; write: BatchedWrite }>();
  let made = 0;
  const someWrites = (most: number): BatchedWrite[] =>
    Array.from({ length: random.integer(1, most) }, () => {
      const kind = random.pick(kinds);
      const record = {
        fields: { n: 1 },
        ...(kind.type === 'update' && { id: String(random.integer(1, 50)) }),
      };
      const times = { maxDelayMinutes: random.integer(1, 9), deadlineHours: random.integer(1, 40) };
      return { ...target, ...kind, ...times, record, requestId: `r${made++}` };
    });
  const note = (writes: readonly BatchedWrite[], answers: readonly Accepted[]): void => {
    for (const [at, write] of writes.entries()) {
      const answer = answers[at];
      if (answer?.kind !== 'stored') throw new Error(`A new write was answered ${answer?.kind}`);
      told.set(write.requestId, { batchId: answer.operationId, write });
    }
  };
  return { pool: server.pool, operator: open(), pools, told, someWrites, note };
}

type Ground = Awaited<ReturnType<typeof startGround>>;

const times = async (count: number, step: () => Promise<unknown>): Promise<void> => {
  for (let done = 0; done < count; done += 1) await step();
};

/** A gateway with keyed and keyless writes. */
const accepting = ({ someWrites, note }: Ground, pool: Pool): Promise<unknown> => {
  const keyed = (write: BatchedWrite) => {
    const { projectId, requestId: key } = write;
    return { ...write, keyed: { projectId, scope: 'writes', key, bodyHash: Buffer.from(key) } };
  };
  return Promise.all([
    times(40, async () => {
      const writes = someWrites(40);
      note(writes, await storeBatched(pool, writes));
    }),
    times(25, async () => {
      const writes = someWrites(10);
      note(writes, await storeBatched(pool, writes.map(keyed)));
    }),
  ]);
};

const letOnePass = `
  UPDATE operation SET due_at = clock_timestamp() WHERE stage = 'accumulating' AND id =
    (SELECT id FROM operation WHERE stage = 'accumulating' ORDER BY md5(id::text || $1) LIMIT 1)`;
const anyId = `SELECT id FROM operation WHERE status = 'in_progress' ORDER BY md5(id::text || $1) LIMIT 1`;

/** Meanwhile delays pass, batches are cancelled, and the lane rests. */
const meddling = async ({ pool, operator }: Ground, random: SeededRandom): Promise<void> => {
  const salt = String(random.next());
  const what = random.pick(['close', 'close', 'cancel', 'rest']);
  if (what === 'close') {
    await pool.query(letOnePass, [salt]);
    await closeDueBatches(pool, target.laneId);
  } else if (what === 'cancel') {
    const ids = (await pool.query<{ id: string }>(anyId, [salt])).rows.map(({ id }) => id);
    await cancelOperations(
      operator,
      { projectId: target.projectId, ids, sharedToo: true, force: false },
      anAnnouncement,
    );
  }
  await pool.query(
    'UPDATE lane SET next_due_at = NULL WHERE id IN (SELECT id FROM lane FOR UPDATE SKIP LOCKED)',
  );
};

type Batch = {
  id: string;
  type: string;
  status: string;
  stage: string;
  record_count: number;
  deadline_hours: number;
  /** Null once it has passed. */
  delay_minutes: number | null;
  places: { index: number; requestId: string; status: string }[];
  lines: number;
};

const batchesSql = `
  SELECT o.*, CASE WHEN o.due_at > clock_timestamp() AND o.stage = 'accumulating'
      THEN extract(epoch FROM o.due_at - o.create_time)::float8 / 60 END AS delay_minutes,
    (SELECT count(*)::int FROM operation_order_key k WHERE k.operation_id = o.id) AS lines,
    (SELECT json_agg(json_build_object('index', index, 'requestId', request_id, 'status', status) ORDER BY index)
     FROM operation_record r WHERE r.project_id = o.project_id AND r.operation_id = o.id) AS places
  FROM operation o`;

function judge({ told }: Ground, { places, ...batch }: Batch): void {
  const ended = batch.status === 'failure';
  const writes = places.map(({ requestId }) => told.get(requestId));
  expect(places.map(({ index }) => index)).toEqual(Array.from(places, (_, at) => at));
  expect(places).toHaveLength(batch.record_count);
  expect(batch.record_count).toBeLessThanOrEqual(100);
  expect(new Set(writes.map((one) => one?.batchId))).toEqual(new Set([batch.id]));
  expect(batch.deadline_hours).toBe(Math.max(...writes.map((one) => one?.write.deadlineHours ?? 0)));
  expect(new Set(places.map(({ status }) => status))).toEqual(new Set([ended ? 'failed' : 'pending']));
  const keys = new Set(writes.map((one) => one?.write.record.id));
  expect(batch.lines).toBe(batch.type === 'update' && batch.stage === 'executing' && !ended ? keys.size : 0);
  if (batch.delay_minutes !== null)
    expect(batch.delay_minutes).toBeCloseTo(writes[0]?.write.maxDelayMinutes ?? 0, 3);
}

test.each([1, 2, 3])(
  'whatever comes together, each write is in one batch, in its place; run %d',
  async (seed) => {
    const random = seededRandom(seed);
    const ground = await startGround(random);
    const over = new AbortController();
    const meddled = (async () => {
      while (!over.signal.aborted) await meddling(ground, random);
    })();
    await Promise.all(ground.pools.map((pool) => accepting(ground, pool))).finally(() => over.abort());
    await meddled;
    const { rows: batches } = await ground.pool.query<Batch>(batchesSql);
    for (const batch of batches) judge(ground, batch);
    const stored = batches.flatMap(({ places }) => places.map(({ requestId }) => requestId));
    expect(stored.toSorted()).toEqual([...ground.told.keys()].toSorted());
  },
);
