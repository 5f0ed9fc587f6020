import type { LaneWork } from '@writ/lanes';
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
  const claim = claimDeliveries(pool, deps.book);
  const giveBack = giveBackDeliveries(pool);
  const pace = createPace({ apartOf: deps.book.apartMs, nowMs: () => performance.now() });
  return {
    kind: 'destination',
    permits: (laneId, wanted) => Promise.resolve(pace.permits(laneId, wanted)),
    claim: async (laneId, limit, leaseMs) => {
      const units = await claim(laneId, limit, leaseMs);
      // Whether an object is full is looked at no oftener than objects are sent.
      if (units.length > 0 || deps.book.objects(laneId)) pace.claimed(laneId);
      return units;
    },
    release: (units) => giveBack(units).then(() => undefined),
    renew: renewDeliveries(pool),
    perform: async (unit, lease) => {
      if (lease.remainingMs() < leastLeaseMs)
        throw new Error('The lease ran out before the delivery was sent.');
      const outcome = await unit.send(unit, lease.signal);
      pace.ended(unit.destinationId, outcome);
      deps.tellAttempt(unit, outcome);
      return outcome;
    },
    settle: settleDeliveries(deps),
    nextDueAt: async (tx, laneId) => {
      const objects = deps.book.objects(laneId);
      if (objects) return nextObjectDue(tx, laneId, objects);
      const { rows } = await tx.query<{ due_at: Date | null }>({
        name: 'next-delivery-due',
        text: nextDueSql,
        values: [laneId],
      });
      return rows[0]?.due_at ?? undefined;
    },
  };
}

/** What waits for a client is none of the lane's business: nobody is woken for it. */
const nextDueSql = `
  SELECT CASE WHEN NOT EXISTS (SELECT FROM destination WHERE id = $1 AND pulled_at IS NOT NULL) THEN
    (SELECT min(due_at) FROM delivery WHERE destination_id = $1 AND due_at IS NOT NULL) END AS due_at`;
