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
 * A claim as its worker sees it; `lost` once a command may have let its lease run out, `begun` once its worker has sent
 * something, or has died. `leaseEndsAtMs`: when it may run out by itself, as `performance.now()` tells.
 */
export type Claim = { operation: ClaimedOperation; leaseEndsAtMs: number; lost: boolean; begun: boolean };

/** One record that was accepted: `n` is a field of it, by which it is found again. */
export type AcceptedRecord = {
  n: number;
  deadlineHours: number;
  /** Of a record that waits for others. */
  maxDelayMinutes?: number;
};

/** A write as a command describes it: records of one object, `keys` being the ids of those that are updated. */
export type Wish = {
  place: number;
  form: 'single' | 'batch' | 'auto';
  type: Extract<WriteType, 'create' | 'update'>;
  keys: readonly string[];
  deadlineHours: number;
  maxDelayMinutes: number;
};

/** Two installations of one provider account, and one of another account. */
const accounts = [0, 0, 1] as const;

/**
 * What the commands act on: real tables, and the history of what the statements have said, from which the invariants
 * are judged. Nothing is predicted; so commands may also run at the same time.
 */
export type OperationWorld = {
  db: Database;
  projectId: string;
  lanes: readonly [string, string];
  records: AcceptedRecord[];
  /** Operations that stand for themselves, in the order in which they were accepted: one entry a command. */
  accepted: string[][];
  claims: Claim[];
  /** What was read of ended operations. */
  ended: Map<string, string>;
  settlements: number;
  /** Numbers of the settlements of attempts that sent nothing. */
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

/** Accepts wishes, those of a kind in one transaction, as group commits do. */
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
  return { ...(wish.type === 'update' && { id: key }), fields: { n } };
}

/** Tells the rows of the lanes what is left in them, as a drain does at its end. */
export async function restLanes({ db, lanes }: Pick<OperationWorld, 'db' | 'lanes'>): Promise<void> {
  for (const laneId of lanes)
    await inTransaction(db.pool, async (tx) => {
      const { rowCount } = await tx.query('SELECT FROM lane WHERE id = $1 FOR UPDATE', [laneId]);
      if (rowCount === 0) return;
      const dueAt = (await nextDueOperations(tx, [laneId])).get(laneId);
      await tx.query('UPDATE lane SET next_due_at = $2 WHERE id = $1', [laneId, dueAt]);
    });
}

/** Time passes: all times of unfinished operations are database time, so they are moved into the past instead. */
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
