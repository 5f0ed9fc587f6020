import { arraysOf, isContentFault, noPlansKept, type KeptPlans } from '@writ/db';
import { isFree, isNotPaused, unitLeases, type Claimed, type ClaimFault, type Wanted } from '@writ/lanes';
import type { Pool } from 'pg';
import type { ObjectRules, Send } from '../destination-kinds/destination-kind.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { DestinationBook } from './destination-book.ts';
import { claimObject } from './claim-object.ts';

export const deliveriesOf = <Part extends object>(
  unit: Part & { others?: readonly Part[] },
): readonly Part[] => (unit.others ? [unit, ...unit.others] : [unit]);

/** `version`: the destination's. */
export type DeliveryUnit = ClaimedDelivery & { send: Send; version: number };

/**
 * SQL: claims due deliveries. The subquery reads the time once, so that the index ends the scan. No indexed column
 * changes, so the new row version stays on its page.
 */
const claimSql = (ours: 'pulled_at IS NULL' | 'pulled_at IS NOT NULL'): string => `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::int[]) AS given (destination_id, most)
    WHERE ${isNotPaused('given.destination_id')}),
  due AS (
    SELECT due.* FROM wanted, LATERAL (
      SELECT * FROM (
        SELECT project_id, id, claimed, due_at FROM delivery
        WHERE destination_id = wanted.destination_id AND due_at <= (SELECT clock_timestamp()) AND ${isFree}
          AND EXISTS (SELECT FROM destination WHERE id = wanted.destination_id AND status = 'enabled' AND ${ours})
        ORDER BY due_at LIMIT wanted.most
        FOR UPDATE SKIP LOCKED) AS locked
      -- The largest of all limits: the planner knows its value.
      LIMIT $4) AS due),
  claimed AS (
    UPDATE delivery AS d
    SET attempt = d.attempt + 1, claimed = true, lease_until = clock_timestamp() + $3 * interval '1 ms',
      update_time = clock_timestamp()
    FROM due WHERE d.project_id = due.project_id AND d.id = due.id
    RETURNING d.project_id, d.id, d.destination_id, d.event_row_id, d.event_type, d.attempt, due.claimed AS cut_off,
      due.due_at AS was_due_at)
  SELECT c.project_id AS "projectId", c.id, c.destination_id AS "destinationId", c.event_type AS "eventType", c.attempt, c.cut_off AS "cutOff",
    e.event_id AS "eventId", e.body, e.trace_parent AS "traceParent"
  FROM claimed AS c JOIN event AS e ON e.project_id = c.project_id AND e.id = c.event_row_id`;

const pushSql = claimSql('pulled_at IS NULL');

/**
 * Claims due deliveries, up to a limit per destination; none of a disabled, deleted or paused one. Reads destinations
 * concurrently; one that disagrees with the claim is read again.
 */
export const claimDeliveries =
  (pool: Pool, book: DestinationBook, plans: KeptPlans = noPlansKept) =>
  async (wanted: readonly Wanted[], leaseMs: number): Promise<Claimed<DeliveryUnit>> => {
    const claims = await Promise.all(
      wanted.map(async (one): Promise<[Wanted, ObjectRules | false | ClaimFault]> => {
        // Kinds don't change. Deliveries of objects are never claimed singly.
        const known = book.objects(one.laneId);
        if (known !== undefined) return [one, known];
        return book.find(one.laneId).then(
          (found) => [one, found?.objects ?? false],
          (fault: unknown) => [one, { fault }],
        );
      }),
    );
    const single = claims.flatMap(([one, objects]) => (objects === false ? [one] : []));
    const [singly, ...others] = await Promise.all([
      claimSingly(pool, book, { wanted: single, leaseMs, plans }).catch((fault: unknown) => ({ fault })),
      ...claims.flatMap(([{ laneId }, objects]) => {
        if (objects === false) return [];
        if ('fault' in objects) return [Promise.resolve<[string, ClaimFault]>([laneId, objects])];
        return [faultOr(laneId, claimOfObject(pool, book, { destinationId: laneId, leaseMs }))];
      }),
    ]);
    // Send claimed objects anyway: an expired lease counts as an attempt.
    const isForNothing = others.every(([, units]) => 'fault' in units || units.length === 0);
    if ('fault' in singly && (isForNothing || isContentFault(singly.fault))) throw singly.fault;
    const units =
      'fault' in singly
        ? single.map(({ laneId }): [string, ClaimFault] => [laneId, { fault: singly.fault }])
        : singly;
    return new Map([...units, ...others]);
  };

/** Keeps a fault of one destination from the others. */
const faultOr = (
  laneId: string,
  units: Promise<DeliveryUnit[]>,
): Promise<[string, DeliveryUnit[] | ClaimFault]> =>
  units.then(
    (claimed) => [laneId, claimed],
    (fault: unknown) => [laneId, { fault }],
  );

type Asked = { wanted: readonly Wanted[]; leaseMs: number; plans: KeptPlans };

async function claimSingly(
  pool: Pool,
  book: DestinationBook,
  asked: Asked,
): Promise<[string, DeliveryUnit[] | ClaimFault][]> {
  const { wanted } = asked;
  if (wanted.length === 0) return [];
  const finding = wanted.map(({ laneId }) => book.find(laneId));
  // Awaited below; no rejection is unhandled until then.
  for (const found of finding) found.catch(() => undefined);
  const claimed = Map.groupBy(await claim(pool, pushSql, asked), ({ destinationId }) => destinationId);
  const ofOne = async (laneId: string, finds: ReturnType<DestinationBook['find']> | undefined) => {
    const own = claimed.get(laneId) ?? [];
    try {
      const found = await finds;
      const enabledMeanwhile = own.length > 0 && !found?.enabled;
      const destination = enabledMeanwhile ? await book.find(laneId) : found;
      if (destination?.enabled) {
        const { send, version } = destination;
        return own.map((row) => Object.assign(row, { send, version }));
      }
      if (own.length > 0) await unclaimDeliveries(pool)(own);
      return [];
    } catch (error) {
      // An expired lease counts as an attempt.
      await unclaimDeliveries(pool)(own).catch(() => undefined);
      throw error;
    }
  };
  return Promise.all(wanted.map(({ laneId }, at) => faultOr(laneId, ofOne(laneId, finding[at]))));
}

async function claim(
  pool: Pool,
  text: string,
  { wanted, leaseMs, plans }: Asked,
): Promise<ClaimedDelivery[]> {
  const most = Math.max(...wanted.map(({ limit }) => limit));
  const values = [...arraysOf(wanted, 'laneId', 'limit'), leaseMs, most];
  return (await pool.query<ClaimedDelivery>(plans.named({ text, values }))).rows;
}

const pullSql = `${claimSql('pulled_at IS NOT NULL')} ORDER BY c.was_due_at`;

/** Oldest due first. */
export const claimForClient =
  (pool: Pool) =>
  (destinationId: string, limit: number, leaseMs: number): Promise<ClaimedDelivery[]> =>
    claim(pool, pullSql, { wanted: [{ laneId: destinationId, limit }], leaseMs, plans: noPlansKept });

async function claimOfObject(
  pool: Pool,
  book: DestinationBook,
  claim: { destinationId: string; leaseMs: number },
): Promise<DeliveryUnit[]> {
  const found = await book.find(claim.destinationId);
  if (!found?.enabled || !found.objects) return [];
  const { send, version, objects } = found;
  const [first, ...others] = await claimObject(pool, { ...claim, objects });
  if (!first) return [];
  const body = [first, ...others].map((delivery) => delivery.body).join('\n');
  return [{ ...first, body, send, version, others }];
}

const leases = unitLeases<ClaimedDelivery>({
  table: 'delivery',
  own: [['cutOff', 'bool']],
  restored: 'claimed = held.cut_off, update_time = clock_timestamp()',
});

/**
 * Extends and returns units whose attempt is the latest and not settled. Deliveries held or failed meanwhile keep
 * their lease, so none in flight is cut.
 */
export const renewDeliveries =
  (pool: Pool) =>
  async (units: readonly DeliveryUnit[], leaseMs: number): Promise<ReadonlySet<DeliveryUnit>> => {
    const renewed = await leases.renew(pool, units.flatMap(deliveriesOf<ClaimedDelivery>), leaseMs);
    return new Set(units.filter((unit) => renewed.has(unit)));
  };

/**
 * Returns claims that were not begun, if still the latest. The attempt does not count, and the delivery is free
 * unless held or ended. Returns the ids.
 */
export const unclaimDeliveries =
  (pool: Pool) =>
  (units: readonly ClaimedDelivery[]): Promise<ReadonlySet<string>> =>
    leases.unclaim(pool, units.flatMap(deliveriesOf<ClaimedDelivery>));
