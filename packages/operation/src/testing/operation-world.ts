import { inTransaction, newId, type Database } from '@writ/db';
import type { WriteType } from '@writ/write-core';
import { acceptOperations } from '../accept/accept-operations.ts';
import { acceptBatched } from '../accept/batch/accept-batched.ts';
import type { BatchedWrite } from '../accept/batch/auto-batch.ts';
import {
  nextDueOperations,
  type ClaimedOperation,
  type NewOperation,
  type OperationTarget,
} from '../index.ts';
import { anOperation, aTarget } from './an-operation.ts';

/**
 * A claim as its worker sees it. `lost`: its lease may have expired; `begun`: the worker has sent something, or died.
 * `leaseEndsAtMs`: earliest expiry, by `performance.now()`.
 */
export type Claim = { operation: ClaimedOperation; leaseEndsAtMs: number; lost: boolean; begun: boolean };

/** `n` is a field that identifies it. */
export type AcceptedRecord = {
  n: number;
  deadlineHours: number;
  /** In an auto batch. */
  maxDelayMinutes?: number;
};

/** `keys`: ids of updated records. */
export type Wish = {
  place: number;
  form: 'single' | 'batch' | 'auto';
  type: Exclude<WriteType, 'delete'>;
  keys: readonly string[];
  deadlineHours: number;
  maxDelayMinutes: number;
};

/** Two installations of one account, and one of another. */
const accounts = [0, 0, 1] as const;

/**
 * Real tables, and the history of results by which invariants are judged. Nothing is predicted, so commands may run
 * concurrently.
 */
export type OperationWorld = {
  db: Database;
  projectId: string;
  lanes: readonly [string, string];
  records: AcceptedRecord[];
  /** Single operations in order of acceptance, by command. */
  accepted: string[][];
  claims: Claim[];
  /** Rows of ended operations. */
  ended: Map<string, string>;
  settlements: number;
  /** Settlements of attempts that sent nothing. */
  unsent: Set<number>;
  targetOf(place: number): OperationTarget & { laneId: string };
};

export function operationWorld(db: Database): OperationWorld {
  const projectId = newId();
  const lanes = [newId(), newId()] as const;
  const targets = accounts.map((account) => ({
    ...aTarget({ projectId, account: `acme-${account}` }),
    laneId: lanes[account],
  }));
  return {
    db,
    projectId,
    lanes,
    records: [],
    accepted: [],
    claims: [],
    ended: new Map(),
    settlements: 0,
    unsent: new Set(),
    targetOf: (place) => targets[place % targets.length]!,
  };
}

/** Accepts wishes of a kind in one transaction, as group commits do. */
export async function accept(world: OperationWorld, wishes: readonly Wish[]): Promise<void> {
  const alone = wishes.filter(({ form }) => form !== 'auto').map((wish) => toOperation(world, wish));
  const batched = wishes.filter(({ form }) => form === 'auto').flatMap((wish) => toBatched(world, wish));
  if (alone.length > 0) await inTransaction(world.db.pool, (tx) => acceptOperations(tx, alone));
  if (batched.length > 0) await inTransaction(world.db.pool, (tx) => acceptBatched(tx, batched));
  world.accepted.at(-1)?.push(...alone.map(({ id }) => id));
}

function toOperation(world: OperationWorld, wish: Wish): NewOperation {
  const records = wish.form === 'single' ? wish.keys.slice(0, 1) : wish.keys;
  return anOperation({
    ...world.targetOf(wish.place),
    type: wish.type,
    form: wish.form === 'single' ? 'single' : 'batch',
    deadlineHours: wish.deadlineHours,
    records: records.map((key) => toRecord(world, wish, key)),
  });
}

const toBatched = (world: OperationWorld, wish: Wish): BatchedWrite[] =>
  wish.keys.map((key) => ({
    ...world.targetOf(wish.place),
    type: wish.type,
    maxDelayMinutes: wish.maxDelayMinutes,
    deadlineHours: wish.deadlineHours,
    forwardHeaders: [],
    requestId: 'r',
    notes: [],
    record: toRecord(world, wish, key),
  }));

function toRecord(world: OperationWorld, wish: Wish, key: string) {
  const n = world.records.length;
  const { deadlineHours, maxDelayMinutes } = wish;
  world.records.push({ n, deadlineHours, ...(wish.form === 'auto' && { maxDelayMinutes }) });
  return {
    ...(wish.type === 'update' && { id: key }),
    ...(wish.type === 'upsert' && { upsert: { field: 'k', value: key } }),
    fields: { n },
  };
}

/** Updates the lanes' rows, as at the end of a slice. */
export async function restLanes({ db, lanes }: Pick<OperationWorld, 'db' | 'lanes'>): Promise<void> {
  for (const laneId of lanes)
    await inTransaction(db.pool, async (tx) => {
      const { rowCount } = await tx.query('SELECT FROM lane WHERE id = $1 FOR UPDATE', [laneId]);
      if (rowCount === 0) return;
      const dueAt = (await nextDueOperations(tx, [laneId])).get(laneId);
      await tx.query('UPDATE lane SET next_due_at = $2 WHERE id = $1', [laneId, dueAt]);
    });
}

/** Moves times of unfinished operations into the past. */
export async function letTimePass({ db, projectId }: OperationWorld, ms: number): Promise<void> {
  await db.pool.query(
    `UPDATE operation SET due_at = due_at - $2 * interval '1 ms', lease_until = lease_until - $2 * interval '1 ms', deadline_at = deadline_at - $2 * interval '1 ms',
       create_time = create_time - $2 * interval '1 ms'
     WHERE project_id = $1 AND status = 'in_progress'`,
    [projectId, ms],
  );
  await db.pool.query(
    `UPDATE operation_order_key SET held_until = held_until - $2 * interval '1 ms' WHERE project_id = $1`,
    [projectId, ms],
  );
  await db.pool.query(
    `UPDATE lane SET next_due_at = next_due_at - $2 * interval '1 ms' WHERE project_id = $1`,
    [projectId, ms],
  );
}
