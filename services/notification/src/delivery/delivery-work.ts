import type { JsonObject } from '@writ/contracts';
import {
  claimedOf,
  createHeldBytes,
  firstDue,
  moment,
  type LaneWork,
  type Lease,
  type Permits,
} from '@writ/lanes';
import { errorFields, type Logger } from '@writ/service-kit';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import { destinationKinds } from '../destination-kinds/destination-kinds.ts';
import {
  claimDeliveries,
  deliveriesOf,
  unclaimDeliveries,
  renewDeliveries,
  type DeliveryUnit,
} from './claim-deliveries.ts';
import { nextObjectDue } from './claim-object.ts';
import type { DestinationBook } from './destination-book.ts';
import { createPace } from './pace.ts';
import { createHolds } from '../destinations/hold-deliveries.ts';
import { settleDeliveries, type SettleOptions } from './settle-deliveries.ts';
import type { TellAttempt } from './tell-attempts.ts';

/** Smallest time left of a lease with which an attempt is still begun. */
const leastLeaseMs = 1_000;

/** Bytes of bodies that a process may hold of a destination before it claims more: an event has 256 KiB at most. */
const laneBytes = 8 * 1024 ** 2;

/** What counts for more than one: 128 of this size are what may be held of a destination. */
const ordinaryBytes = laneBytes / 128;

/** A character counts as a byte; an object has its lines joined and each by itself. */
const heldOf = ({ destinationId, body, others }: DeliveryUnit) => ({
  laneId: destinationId,
  bytes: others ? 2 * body.length : body.length,
});

type Faults = { logger: Logger; clock: { now(): Date } };

/**
 * Sending never throws; should it all the same, that is an attempt that failed. Left to its lease the delivery would be sent
 * again every few seconds for ever, and nothing would tell why.
 */
async function sendOrFail(
  { logger, clock }: Faults,
  unit: DeliveryUnit,
  { signal, mayBegin }: { signal: AbortSignal; mayBegin: () => boolean },
): Promise<SendOutcome> {
  try {
    return await unit.send(unit, signal, mayBegin);
  } catch (error) {
    const { id: deliveryId, destinationId } = unit;
    const about = { deliveryId, destinationId, ...errorFields(error) };
    logger.error('a delivery was not sent, by a fault of this service', about);
    const told = 'Not sent, by a fault of this service.';
    return { delivered: false, at: clock.now(), durationMs: 0, error: told };
  }
}

/** How deliveries go through the lanes of their destinations: claimed, sent, settled. */
export function deliveryWork(
  deps: SettleOptions & { book: DestinationBook; tellAttempt: TellAttempt } & Faults,
): LaneWork<DeliveryUnit, SendOutcome> {
  const { pool } = deps;
  const claim = claimDeliveries(pool, deps.book, deps.plans);
  const unclaim = unclaimDeliveries(pool);
  const settle = settleDeliveries(deps);
  const holds = createHolds(pool);
  const pace = createPace({ apartOf: deps.book.apartMs, nowMs: () => performance.now() });
  const held = createHeldBytes(laneBytes);
  const permits = (laneId: string, wanted: number): Permits => {
    const units = held.fit(laneId, wanted);
    // What it holds of the lane is under way: the lane goes on as it ends.
    return units === 0 ? { kind: 'busy' } : pace.permits(laneId, units);
  };
  const perform = async (unit: DeliveryUnit, lease: Lease): Promise<SendOutcome> => {
    const refused = { isLate: false };
    const mayBegin = (): boolean => !(refused.isLate ||= lease.remainingMs() < leastLeaseMs);
    const outcome = mayBegin() ? await sendOrFail(deps, unit, { signal: lease.signal, mayBegin }) : undefined;
    // Nothing was sent, so the receiver has not failed.
    if (refused.isLate || !outcome) throw new Error('The lease ran out before the delivery was sent.');
    pace.ended(unit.destinationId, outcome);
    deps.tellAttempt(unit, outcome);
    return outcome;
  };
  return {
    kind: 'destination',
    prepare: holds.step,
    permits: (laneId, wanted) => Promise.resolve(permits(laneId, wanted)),
    claim: async (wanted, leaseMs) => {
      const claimed = await claim(wanted, leaseMs);
      for (const { laneId } of wanted) {
        const units = claimedOf(claimed, laneId);
        held.take(laneId, units.map(heldOf));
        // One object may follow another at once: apart are the looks at whether one is full that find none.
        const isFollowed = deps.book.objects(laneId) ? units.length === 0 : units.length > 0;
        if (isFollowed) pace.claimed(laneId);
      }
      return claimed;
    },
    countOf: (unit) => deliveriesOf(unit).length,
    weightOf: ({ body }) => Math.max(1, body.length / ordinaryBytes),
    unclaim: (units) => {
      held.letGo(units.map(heldOf));
      return unclaim(units).then(() => undefined);
    },
    renew: renewDeliveries(pool),
    perform: (unit, lease) => perform(unit, lease).finally(() => held.letGo([heldOf(unit)])),
    // A delivery waits for no other one.
    settle: (done) => settle(done).then(() => []),
    nextDueAt: nextDueOf(holds.mark),
  };
}

/** When an object is made, by the kind of its destination; the others send each delivery by itself. */
const objectBounds = new Map(
  destinationKinds.flatMap((kind) =>
    kind.delivers === 'push' && kind.objects ? [[kind.type, kind.objects.bounds] as const] : [],
  ),
);

type NextDue = {
  id: string;
  enabled: boolean;
  type: string | null;
  /** Of a kind that sends objects alone: a lane comes to rest often. */
  metadata: JsonObject | null;
  dueAt: Date | null;
};

/**
 * Read with the lane's row locked, bounds of objects too: whoever changes them touches the lane, so it rests by those of now.
 *
 * @param markToHold is told of destinations from which what waits has to be held first, or to fail
 */
const nextDueOf =
  (markToHold: (destinationId: string) => void): LaneWork<DeliveryUnit, SendOutcome>['nextDueAt'] =>
  async (tx, laneIds) => {
    const { rows } = await tx.query<NextDue>({
      name: 'next-deliveries-due',
      text: nextDueSql,
      values: [laneIds, [...objectBounds.keys()]],
    });
    const dueAt = new Map<string, Date>();
    for (const { id, enabled, type, metadata, dueAt: firstDueAt } of rows) {
      if (!enabled && firstDueAt) markToHold(id);
      const bounds = enabled && metadata && objectBounds.get(type ?? '')?.(metadata);
      const due = bounds ? await nextObjectDue(tx, id, bounds) : firstDueAt;
      if (due) dueAt.set(id, due);
    }
    return dueAt;
  };

/**
 * What waits for a client is none of the lane's business: nobody is woken for it. What still waits for a destination that
 * is disabled or gone is held by turns of its lane, or fails, now.
 */
const nextDueSql = `
  WITH ${moment}, destined AS (
    SELECT asked.id, coalesce(d.status, 'deleted') AS status, d.pulled_at IS NOT NULL AS pulled, d.type,
      CASE WHEN d.type = ANY ($2::text[]) THEN d.metadata END AS metadata
    FROM unnest($1::uuid[]) AS asked (id) LEFT JOIN destination AS d ON d.id = asked.id)
  SELECT id, status = 'enabled' AS enabled, type, metadata, CASE
    WHEN status <> 'enabled' THEN (SELECT now FROM moment
      WHERE EXISTS (SELECT FROM delivery WHERE destination_id = destined.id AND due_at IS NOT NULL)
        OR (destined.status = 'deleted'
          AND EXISTS (SELECT FROM delivery WHERE destination_id = destined.id AND status = 'held')))
    WHEN NOT pulled THEN ${firstDue('delivery WHERE destination_id = destined.id')} END AS "dueAt"
  FROM destined`;
