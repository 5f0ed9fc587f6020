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
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { createPace } from './pace.ts';
import { createHolds } from '../destinations/hold-deliveries.ts';
import { settleDeliveries, type SettleOptions } from './settle-deliveries.ts';
import type { TellAttempt } from './tell-attempts.ts';

/** An attempt needs this much of its lease to begin. */
const leastLeaseMs = 1_000;

/** Once a process holds so many bytes for a destination, it claims no more. */
const laneBytes = 8 * 1024 ** 2;

/** A larger body counts as several. */
const ordinaryBytes = laneBytes / 128;

/** Counts characters as bytes. An object holds its lines twice: joined and alone. */
const heldOf = ({ destinationId, body, others }: DeliveryUnit) => ({
  laneId: destinationId,
  bytes: others ? 2 * body.length : body.length,
});

type Attempt = { signal: AbortSignal; mayBegin: () => boolean; traceParent: string | undefined };

type Faults = { logger: Logger; clock: { now(): Date } };

/** `send` always resolves. If it throws anyway, the attempt fails; otherwise the delivery would repeat forever. */
async function sendOrFail(
  { logger, clock }: Faults,
  unit: DeliveryUnit,
  { signal, mayBegin, traceParent }: Attempt,
): Promise<SendOutcome> {
  try {
    const outgoing = traceParent === undefined ? unit : { ...unit, traceParent };
    return await unit.send(outgoing, signal, mayBegin);
  } catch (error) {
    const { id: deliveryId, destinationId } = unit;
    const about = { deliveryId, destinationId, ...errorFields(error) };
    logger.error('a delivery was not sent, by a fault of this service', about);
    const told = 'Not sent, by a fault of this service.';
    return { delivered: false, at: clock.now(), durationMs: 0, error: told };
  }
}

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
    // The lane continues when a held unit ends.
    return units === 0 ? { kind: 'busy' } : pace.permits(laneId, units);
  };
  const perform = async (unit: DeliveryUnit, lease: Lease, traceParent?: string): Promise<SendOutcome> => {
    const refused = { isLate: false };
    const mayBegin = (): boolean => !(refused.isLate ||= lease.remainingMs() < leastLeaseMs);
    const outcome = mayBegin()
      ? await sendOrFail(deps, unit, { signal: lease.signal, mayBegin, traceParent })
      : undefined;
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
        // A full object may follow another immediately.
        const isFollowed = deps.book.objects(laneId) ? units.length === 0 : units.length > 0;
        if (isFollowed) pace.claimed(laneId);
      }
      return claimed;
    },
    tracesOf: (unit) => deliveriesOf<ClaimedDelivery>(unit).map(({ traceParent }) => traceParent),
    countOf: (unit) => deliveriesOf(unit).length,
    weightOf: ({ body }) => Math.max(1, body.length / ordinaryBytes),
    unclaim: (units) => {
      held.letGo(units.map(heldOf));
      return unclaim(units).then(() => undefined);
    },
    renew: renewDeliveries(pool),
    perform: (unit, lease, traceParent) =>
      perform(unit, lease, traceParent).finally(() => held.letGo([heldOf(unit)])),
    // No delivery waits for another one.
    settle: (done) => settle(done).then(() => []),
    nextDueAt: nextDueOf(holds.mark),
  };
}

const objectBounds = new Map(
  destinationKinds.flatMap((kind) =>
    kind.delivers === 'push' && kind.objects ? [[kind.type, kind.objects.bounds] as const] : [],
  ),
);

type NextDue = {
  id: string;
  enabled: boolean;
  type: string | null;
  /** Only of kinds that send objects: lanes rest often. */
  metadata: JsonObject | null;
  dueAt: Date | null;
};

/**
 * Reads under the lane's lock. A change of object bounds touches the lane, so it never rests by old ones.
 *
 * @param markToHold gets destinations whose waiting deliveries must be held or failed
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
 * SQL: clients fetch without a lane. Lanes of disabled or deleted destinations are due while deliveries wait: their
 * slices hold or fail them.
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
