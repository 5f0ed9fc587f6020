import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction, newId, type Database } from '@writ/db';
import { findOperation } from '@writ/operation';
import { acceptBatched, acceptOperations } from '@writ/operation/testing';
import { createAppLogger } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import type { Pool } from 'pg';
import { createClaimDue } from './claim-due.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => database.close());

function aLane() {
  const projectId = newId();
  const common = {
    projectId,
    integrationId: newId(),
    installationId: newId(),
    configId: newId(),
    connectionId: newId(),
    groupRef: 'acme',
    provider: 'hubspot',
    account: 'acme',
    objectName: 'contacts',
    laneId: newId(),
    deadlineHours: 1,
    forwardHeaders: [],
    requestId: 'r',
    notes: [],
    type: 'create' as const,
  };
  const record = { fields: { n: 1 } };
  return {
    laneId: common.laneId,
    accept: (count: number) =>
      acceptOperations(
        database.pool,
        Array.from({ length: count }, () => ({
          ...common,
          id: newId(),
          form: 'single' as const,
          allOrNone: false,
          records: [record],
        })),
      ),
    overdueBatch: async () => {
      const batched = { ...common, maxDelayMinutes: 5, record };
      const [place] = await inTransaction(database.pool, (tx) => acceptBatched(tx, [batched]));
      const id = place?.operationId ?? '';
      await database.pool.query(
        "UPDATE operation SET due_at = clock_timestamp() - interval '1 min' WHERE id = $1",
        [id],
      );
      return {
        stage: async () => (await findOperation(database.prisma, projectId, id))?.stage,
        id,
      };
    },
  };
}

function claimOne(deps: Parameters<typeof createClaimDue>[0]) {
  const claim = createClaimDue(deps);
  return async (laneId: string, limit: number, leaseMs: number) => {
    const claimed = (await claim([{ laneId, limit }], leaseMs)).get(laneId) ?? [];
    if ('fault' in claimed) throw claimed.fault;
    return claimed;
  };
}

test('an auto batch runs in its turn although the backlog of its lane never ends', async () => {
  let nowMs = 0;
  const claim = claimOne({ pool: database.pool, logger, monotonicMs: () => nowMs });
  const { laneId, accept, overdueBatch } = aLane();
  await accept(20);
  await claim(laneId, 2, 15_000);
  const first = await overdueBatch();
  nowMs = 999;
  await claim(laneId, 2, 15_000);
  expect(await first.stage()).toBe('accumulating');
  nowMs = 1_000;
  expect(await claim(laneId, 2, 15_000)).toHaveLength(2);
  await eventually(async () => expect(await first.stage()).toBe('executing'));
  // It was due first.
  expect(
    (await claim(laneId, 1, 15_000)).flatMap(({ operations }) => operations.map(({ id }) => id)),
  ).toEqual([first.id]);
  const second = await overdueBatch();
  nowMs = 1_999;
  await claim(laneId, 2, 15_000);
  expect(await second.stage()).toBe('accumulating');
  nowMs = 2_000;
  await claim(laneId, 2, 15_000);
  await eventually(async () => expect(await second.stage()).toBe('executing'));
});

test('what was claimed is not lost when batches cannot be closed', async () => {
  const { laneId, accept, overdueBatch } = aLane();
  await accept(1);
  const batch = await overdueBatch();
  const query = database.pool.query.bind(database.pool);
  const pool = { query, connect: () => Promise.reject(new Error('no connection')) } as unknown as Pool;
  let nowMs = 0;
  const claim = claimOne({ pool, logger, monotonicMs: () => nowMs });
  await claim(laneId, 0, 15_000).catch(() => undefined);
  nowMs = 1_000;
  expect(await claim(laneId, 5, 15_000)).toHaveLength(1);
  await expect(claim(laneId, 5, 15_000)).rejects.toThrow('no connection');
  expect(await batch.stage()).toBe('accumulating');
});
