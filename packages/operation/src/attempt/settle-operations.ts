import { inTransaction, noPlansKept, type KeptPlans, type Queryable } from '@writ/db';
import type { Pool } from 'pg';
import { leaveRecordOrder, lockRecordOrder } from '../order/record-order.ts';
import { eventContexts, type Announcement, type EndEvent } from './announcement.ts';
import { endedRecords } from './ended-records.ts';
import { settleStatement } from './settle-statement.ts';
import type { Settlement } from './settlement.ts';
import { writeAsyncDone } from './write-async-done.ts';

export type Settled = {
  ended: ReadonlySet<string>;
  /** Lanes with operations that became due behind ended ones. */
  lanes: readonly string[];
};

/**
 * Stores outcomes, each only if its attempt is the latest and not settled, together with the events of operations that
 * end. Updates that waited for an ended one become due, and their lanes are touched.
 *
 * Settlements that end no update need one statement.
 */
export async function settleOperations(
  pool: Pool,
  settlements: readonly Settlement[],
  announcement: Announcement,
  plans: KeptPlans = noPlansKept,
): Promise<Settled> {
  // Before any lock, to keep the transaction short.
  const events = await eventsOf(pool, settlements, announcement);
  const sorted = settlements.toSorted((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
  const [updates, others] = [sorted.filter(endsAnUpdate), sorted.filter((one) => !endsAnUpdate(one))];
  const ended = others.length > 0 ? await store(pool, others, events, plans) : [];
  if (updates.length === 0) return { ended: new Set(ended), lanes: [] };
  return inTransaction(pool, async (tx) => {
    await lockRecordOrder(
      tx,
      updates.map(({ operation }) => operation),
    );
    const endedUpdates = await store(tx, updates, events, plans);
    const lanes = await leaveRecordOrder(tx, endedUpdates);
    return { ended: new Set([...ended, ...endedUpdates]), lanes };
  });
}

const endsAnUpdate = ({ operation, judgement }: Settlement): boolean =>
  operation.type === 'update' && judgement.next.do === 'end';

async function store(
  db: Queryable,
  settlements: readonly Settlement[],
  events: ReadonlyMap<string, EndEvent>,
  plans: KeptPlans,
): Promise<readonly string[]> {
  const own = settlements.flatMap(({ operation }) => events.get(operation.id) ?? []);
  const { rows } = await db.query<{ ids: string | null }>(plans.named(settleStatement(settlements, own)));
  return rows[0]?.ids?.split(' ') ?? [];
}

/** By operation. */
async function eventsOf(
  pool: Pool,
  settlements: readonly Settlement[],
  announcement: Announcement,
): Promise<ReadonlyMap<string, EndEvent>> {
  const ending = settlements.filter(({ judgement }) => judgement.next.do === 'end');
  const contextOf = await eventContexts(
    announcement,
    ending.map(({ operation }) => operation),
  );
  const recordsOf = await endedRecords(pool, ending);
  return new Map(
    ending.flatMap((settlement) => {
      const { operation, judgement } = settlement;
      const { next } = judgement;
      if (next.do !== 'end') return [];
      const end = { ...judgement, ...next };
      const event = writeAsyncDone(operation, end, recordsOf(settlement), contextOf(operation));
      return [[operation.id, { about: operation.id, event }] as const];
    }),
  );
}
