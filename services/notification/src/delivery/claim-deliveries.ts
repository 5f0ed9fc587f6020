import { arraysOf, isContentFault, noPlansKept, type KeptPlans } from '@writ/db';
import { isFree, isNotPaused, unitLeases, type Claimed, type ClaimFault, type Wanted } from '@writ/lanes';
import type { Pool } from 'pg';
import type { ObjectRules, Send } from '../destination-kinds/destination-kind.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { DestinationBook } from './destination-book.ts';
import { claimObject } from './claim-object.ts';

/** The deliveries that are sent at once. */
export const deliveriesOf = <Part extends object>(
  unit: Part & { others?: readonly Part[] },
): readonly Part[] => (unit.others ? [unit, ...unit.others] : [unit]);

/** One that we send, with everything that this needs; `version`: of the destination that it is sent to. */
export type DeliveryUnit = ClaimedDelivery & { send: Send; version: number };

/**
 * What a client fetches is none of ours, and the other way round. The time is read once, in a subquery, so that the index
 * ends the scan at what is not yet due. What is leased stands first in the index and is passed over; no column that an
 * index knows is changed, so the row's new version stays on its page.
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
    e.event_id AS "eventId", e.body
  FROM claimed AS c JOIN event AS e ON e.project_id = c.project_id AND e.id = c.event_row_id`;

const pushSql = claimSql('pulled_at IS NULL');

/**
 * Takes up to so many due deliveries of each of these different destinations, and gives them by their destinations. One
 * that is disabled or deleted gives none. One that is paused, or whose client
 * fetches them, gives none either. Both statements go out at once; where they saw it differently it is looked at again.
 */
export const claimDeliveries =
  (pool: Pool, book: DestinationBook, plans: KeptPlans = noPlansKept) =>
  async (wanted: readonly Wanted[], leaseMs: number): Promise<Claimed<DeliveryUnit>> => {
    const claims = await Promise.all(
      wanted.map(async (one): Promise<[Wanted, ObjectRules | false | ClaimFault]> => {
        // Known from the first look at it on: kinds don't change, and of an object nothing may be claimed alone.
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
    // What was claimed for objects is to be sent all the same: left to its lease it would count as an attempt. Of a fault in
    // what a lane holds whoever asked finds that lane.
    const isForNothing = others.every(([, units]) => 'fault' in units || units.length === 0);
    if ('fault' in singly && (isForNothing || isContentFault(singly.fault))) throw singly.fault;
    const units =
      'fault' in singly
        ? single.map(({ laneId }): [string, ClaimFault] => [laneId, { fault: singly.fault }])
        : singly;
    return new Map([...units, ...others]);
  };

/** What becomes of one destination's claim, whatever becomes of the others' in the same statement. */
const faultOr = (
  laneId: string,
  units: Promise<DeliveryUnit[]>,
): Promise<[string, DeliveryUnit[] | ClaimFault]> =>
  units.then(
    (claimed) => [laneId, claimed],
    (fault: unknown) => [laneId, { fault }],
  );

/** What is claimed at once, and how it is planned. */
type Asked = { wanted: readonly Wanted[]; leaseMs: number; plans: KeptPlans };

async function claimSingly(
  pool: Pool,
  book: DestinationBook,
  asked: Asked,
): Promise<[string, DeliveryUnit[] | ClaimFault][]> {
  const { wanted } = asked;
  if (wanted.length === 0) return [];
  const finding = wanted.map(({ laneId }) => book.find(laneId));
  // Each is told where it is waited for.
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
      // Left to their leases they would count as attempts. What cannot be given back now is left to them all the same.
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

/**
 * Takes up to `limit` due deliveries for a client that fetches them, those due longest first; none where the destination is
 * disabled, or its lane is paused.
 */
export const claimForClient =
  (pool: Pool) =>
  (destinationId: string, limit: number, leaseMs: number): Promise<ClaimedDelivery[]> =>
    claim(pool, pullSql, { wanted: [{ laneId: destinationId, limit }], leaseMs, plans: noPlansKept });

/** Takes an object of a destination as it is now. Nothing is claimed of one that is disabled. */
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
 * Extends the leases of deliveries whose latest attempt is the unit's own and not settled; gives those back. Also of those
 * that were held or failed meanwhile, since their destination was disabled or deleted: what is under way is not cut.
 */
export const renewDeliveries =
  (pool: Pool) =>
  async (units: readonly DeliveryUnit[], leaseMs: number): Promise<ReadonlySet<DeliveryUnit>> => {
    const renewed = await leases.renew(pool, units.flatMap(deliveriesOf<ClaimedDelivery>), leaseMs);
    return new Set(units.filter((unit) => renewed.has(unit)));
  };

/**
 * Takes claims back of which nothing was begun, each only if its attempt is still the latest: the deliveries are free at
 * once, and no attempt counts. One that was held or ended meanwhile, since its destination was disabled or deleted, stays
 * so. Gives the ids of those that were given back.
 */
export const unclaimDeliveries =
  (pool: Pool) =>
  (units: readonly ClaimedDelivery[]): Promise<ReadonlySet<string>> =>
    leases.unclaim(pool, units.flatMap(deliveriesOf<ClaimedDelivery>));
