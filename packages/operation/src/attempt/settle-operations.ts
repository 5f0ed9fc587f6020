import { inTransaction, noPlansKept, type KeptPlans, type Queryable } from '@writ/db';
import type { Pool } from 'pg';
import {
  isOrdered,
  leaveRecordOrder,
  lockRecordOrder,
  orderKeyOf,
  recordKeyOf,
} from '../order/record-order.ts';
import { learnUpsertLines, type UpsertLine } from '../order/upsert-lines.ts';
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
 * Stores outcomes, each only if its attempt is the latest and not settled, with the events of operations that
 * end. Updates and upserts that waited for an ended one become due, and their lanes are touched.
 *
 * Settlements that end no update, and end and write no upsert, need one statement.
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
  const [ordered, others] = [sorted.filter(changesLines), sorted.filter((one) => !changesLines(one))];
  const ended = others.length > 0 ? await store(pool, others, events, plans) : [];
  if (ordered.length === 0) return { ended: new Set(ended), lanes: [] };
  return inTransaction(pool, async (tx) => {
    await lockRecordOrder(
      tx,
      ordered.map(({ operation }) => operation),
    );
    const left = new Set(await store(tx, ordered, events, plans));
    // Also of attempts that came too late to be stored.
    await learnUpsertLines(tx, ordered.flatMap(upsertLinesOf));
    const lanes = await leaveRecordOrder(tx, [...left]);
    return { ended: new Set([...ended, ...left]), lanes };
  });
}

const changesLines = (settlement: Settlement): boolean =>
  isOrdered(settlement.operation) &&
  (settlement.judgement.next.do === 'end' || upsertLinesOf(settlement).length > 0);

const upsertLinesOf = ({ operation, judgement }: Settlement): UpsertLine[] => {
  if (operation.type !== 'upsert') return [];
  const { projectId, laneId, objectName, pending } = operation;
  return pending.flatMap(({ planned }, at) => {
    const judged = judgement.records[at];
    if (judged?.status !== 'written' || judged.recordKey === undefined) return [];
    const line = orderKeyOf(laneId, objectName, judged.recordKey);
    return recordKeyOf(planned).map((key) => ({ projectId, key: orderKeyOf(laneId, objectName, key), line }));
  });
};

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
