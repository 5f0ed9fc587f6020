import { inTransaction, noPlansKept, type KeptPlans, type Queryable } from '@writ/db';
import type { Pool } from 'pg';
import { leaveRecordOrder, lockRecordOrder } from '../order/record-order.ts';
import { factsOf, type Announcement, type EndEvent } from './announcement.ts';
import { endedRecords } from './ended-records.ts';
import { settleStatement } from './settle-statement.ts';
import type { Settlement } from './settlement.ts';
import { writeAsyncDone } from './write-async-done.ts';

/** What settlements have changed. */
export type Settled = {
  /** Ids of the operations that ended by them. */
  ended: ReadonlySet<string>;
  /** Lanes in which operations that stood in line behind those that ended are due now. */
  lanes: readonly string[];
};

/**
 * Stores the outcomes of attempts, each only if its attempt is still the latest and not yet settled, together with the
 * events of the operations that end by them: an end without its event, or an event without its end, cannot be. Where
 * updates end, those that waited for them go on, and their lanes are touched.
 *
 * What ends no update is stored by one statement.
 */
export async function settleOperations(
  pool: Pool,
  settlements: readonly Settlement[],
  announcement: Announcement,
  plans: KeptPlans = noPlansKept,
): Promise<Settled> {
  // Looked up before anything is locked: a transaction is to be short.
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

/** The events of the operations that end if these settlements are stored, by their ids. */
async function eventsOf(
  pool: Pool,
  settlements: readonly Settlement[],
  announcement: Announcement,
): Promise<ReadonlyMap<string, EndEvent>> {
  const ending = settlements.filter(({ judgement }) => judgement.next.do === 'end');
  const told = await factsOf(
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
      const event = writeAsyncDone(operation, end, recordsOf(settlement), told(operation));
      return [[operation.id, { about: operation.id, event }] as const];
    }),
  );
}
