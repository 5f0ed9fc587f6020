import { claimedOf, firstDue, moment, type LaneWork } from '@writ/lanes';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import {
  claimDeliveries,
  giveBackDeliveries,
  renewDeliveries,
  type DeliveryUnit,
} from './claim-deliveries.ts';
import { nextObjectDue } from './claim-object.ts';
import type { DestinationBook } from './destination-book.ts';
import { createPace } from './pace.ts';
import { settleDeliveries, type SettleOptions } from './settle-deliveries.ts';
import type { TellAttempt } from './tell-attempts.ts';

/** Smallest time left of a lease with which an attempt is still begun. */
const leastLeaseMs = 1_000;

/** How deliveries go through the lanes of their destinations: claimed, sent, settled. */
export function deliveryWork(
  deps: SettleOptions & { book: DestinationBook; tellAttempt: TellAttempt },
): LaneWork<DeliveryUnit, SendOutcome> {
  const { pool } = deps;
  const claim = claimDeliveries(pool, deps.book, deps.plans);
  const giveBack = giveBackDeliveries(pool);
  const settle = settleDeliveries(deps);
  const pace = createPace({ apartOf: deps.book.apartMs, nowMs: () => performance.now() });
  return {
    kind: 'destination',
    permits: (laneId, wanted) => Promise.resolve(pace.permits(laneId, wanted)),
    claim: async (wanted, leaseMs) => {
      const claimed = await claim(wanted, leaseMs);
      for (const { laneId } of wanted) {
        // Whether an object is full is looked at no oftener than objects are sent.
        if (claimedOf(claimed, laneId).length > 0 || deps.book.objects(laneId)) pace.claimed(laneId);
      }
      return claimed;
    },
    release: (units) => giveBack(units).then(() => undefined),
    renew: renewDeliveries(pool),
    perform: async (unit, lease) => {
      const refused = { isLate: false };
      const mayBegin = (): boolean => !(refused.isLate ||= lease.remainingMs() < leastLeaseMs);
      const outcome = mayBegin() ? await unit.send(unit, lease.signal, mayBegin) : undefined;
      // Nothing was sent, so the receiver has not failed.
      if (refused.isLate || !outcome) throw new Error('The lease ran out before the delivery was sent.');
      pace.ended(unit.destinationId, outcome);
      deps.tellAttempt(unit, outcome);
      return outcome;
    },
    // A delivery waits for no other one.
    settle: (done) => settle(done).then(() => []),
    nextDueAt: async (tx, laneIds) => {
      const single = laneIds.filter((laneId) => !deps.book.objects(laneId));
      const { rows } = await tx.query<{ id: string; dueAt: Date }>({
        name: 'next-deliveries-due',
        text: nextDueSql,
        values: [single],
      });
      const dueAt = new Map(rows.map((row) => [row.id, row.dueAt]));
      for (const laneId of laneIds) {
        const objects = deps.book.objects(laneId);
        const due = objects && (await nextObjectDue(tx, laneId, objects));
        if (due) dueAt.set(laneId, due);
      }
      return dueAt;
    },
  };
}

/** What waits for a client is none of the lane's business: nobody is woken for it. */
const nextDueSql = `
  WITH ${moment}, first AS (
    SELECT asked.id, ${firstDue('delivery WHERE destination_id = asked.id')} AS due_at
    FROM unnest($1::uuid[]) AS asked (id)
    WHERE NOT EXISTS (SELECT FROM destination WHERE id = asked.id AND pulled_at IS NOT NULL))
  SELECT id, due_at AS "dueAt" FROM first WHERE due_at IS NOT NULL`;
