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
import { createReleases } from './release-deliveries.ts';
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
  const releases = createReleases(pool);
  const pace = createPace({ apartOf: deps.book.apartMs, nowMs: () => performance.now() });
  return {
    kind: 'destination',
    prepare: releases.step,
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
      const { rows } = await tx.query<{ id: string; enabled: boolean; dueAt: Date | null }>({
        name: 'next-deliveries-due',
        text: nextDueSql,
        values: [laneIds],
      });
      const dueAt = new Map<string, Date>();
      for (const { id, enabled, dueAt: firstDueAt } of rows) {
        if (!enabled && firstDueAt) releases.mark(id);
        const objects = enabled && deps.book.objects(id);
        const due = objects ? await nextObjectDue(tx, id, objects) : firstDueAt;
        if (due) dueAt.set(id, due);
      }
      return dueAt;
    },
  };
}

/**
 * What waits for a client is none of the lane's business: nobody is woken for it. What still waits for a destination that
 * is disabled or gone is released by turns of its lane, now.
 */
const nextDueSql = `
  WITH ${moment}, destined AS (
    SELECT asked.id, coalesce(d.status, 'deleted') AS status, d.pulled_at IS NOT NULL AS pulled
    FROM unnest($1::uuid[]) AS asked (id) LEFT JOIN destination AS d ON d.id = asked.id)
  SELECT id, status = 'enabled' AS enabled, CASE
    WHEN status <> 'enabled' THEN (SELECT now FROM moment
      WHERE EXISTS (SELECT FROM delivery WHERE destination_id = destined.id AND due_at IS NOT NULL)
        OR (destined.status = 'deleted'
          AND EXISTS (SELECT FROM delivery WHERE destination_id = destined.id AND status = 'held')))
    WHEN NOT pulled THEN ${firstDue('delivery WHERE destination_id = destined.id')} END AS "dueAt"
  FROM destined`;
