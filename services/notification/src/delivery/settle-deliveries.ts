import {
  inTransaction,
  noPlansKept,
  plainArray,
  textArray,
  type KeptPlans,
  type Prisma,
  type Queryable,
} from '@writ/db';
import { destinationLanesTouched, touchLanes, type LaneTouch } from '@writ/lanes';
import type { Pool } from 'pg';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import { deliveriesOf } from './claim-deliveries.ts';
import { versionOf } from './destination-book.ts';
import { disableDestination } from '../destinations/disable-destination.ts';
import {
  destinationRecords,
  disablingReason,
  type DestinationRecord,
  type DisablingLimits,
  type Done,
} from './disabling.ts';
import { nextAttempt } from './next-attempt.ts';

/**
 * SQL: the last failure is so long ago that the next one alone must not disable. The rest of the time lets a few
 * deliveries find out that a receiver is gone.
 */
const isNewRow = `(d.failing_since IS NOT NULL AND
  coalesce(d.last_failure_at < clock_timestamp() - $15::float8 * interval '1 ms', false))`;

/**
 * Settles many outcomes in one statement. Locks destinations first, by id, as disabling does. Settles only deliveries
 * whose attempt is the latest and not settled, so a repetition after a lost commit changes nothing. The delivery's
 * row stores the attempt that delivered. A 410 counts even without a lease. Successes touch a working destination
 * every ten seconds, so that settlements don't queue for it.
 *
 * Plans of settlement and claim are kept once the tables are large. Ingestion is planned each time: a plan from small
 * tables reads them whole.
 */
const settledSql = `
  WITH given AS MATERIALIZED (
    SELECT g.*, status = 'delivered' AS delivered
    FROM unnest($4::uuid[], $5::uuid[], $6::int[], $7::text[], $8::float8[], $9::timestamptz[],
        $10::int[], $11::int[], $12::text[], $13::text[])
      AS g (project_id, id, attempt, status, wait_ms, at, http_status, duration_ms, excerpt, error)),
  told AS (
    SELECT t.id, t.succeeded, CASE WHEN latest.holds THEN t.failures ELSE 0 END AS failures, t.gone
    FROM unnest($1::uuid[], $2::bool[], $3::int[], $14::bool[]) AS t (id, succeeded, failures, gone),
      LATERAL (SELECT t.failures > 0 AND EXISTS (
        SELECT FROM given AS g JOIN delivery AS d USING (project_id, id)
        WHERE d.destination_id = t.id AND d.attempt = g.attempt AND d.claimed) AS holds) AS latest
    WHERE t.failures = 0 OR t.gone OR latest.holds),
  locked AS (
    SELECT d.id FROM destination AS d JOIN told AS t USING (id)
    WHERE t.failures > 0 OR t.gone OR d.failures_in_row > 0 OR d.last_success_at IS NULL
      OR d.last_success_at < clock_timestamp() - interval '10 s'
    ORDER BY d.id FOR UPDATE OF d),
  record AS (
    UPDATE destination AS d SET
      failures_in_row = t.failures + CASE WHEN t.succeeded OR ${isNewRow} THEN 0 ELSE d.failures_in_row END,
      failing_since = CASE
        WHEN t.failures = 0 THEN NULL
        WHEN t.succeeded THEN clock_timestamp()
        WHEN ${isNewRow} THEN greatest(d.failing_since, clock_timestamp() - ($15::float8 - $16::float8) * interval '1 ms')
        ELSE coalesce(d.failing_since, clock_timestamp()) END,
      last_failure_at = CASE WHEN t.failures > 0 THEN clock_timestamp() ELSE d.last_failure_at END,
      last_success_at = CASE WHEN t.succeeded THEN clock_timestamp() ELSE d.last_success_at END
    FROM told AS t JOIN locked USING (id)
    WHERE d.id = t.id
    RETURNING d.id, d.project_id, d.failures_in_row, d.failing_since, d.pulled_at, t.gone),
  settled AS (
    UPDATE delivery AS d SET
      claimed = false, lease_until = NULL,
      status = CASE WHEN g.status = 'pending' THEN d.status ELSE g.status END,
      due_at = CASE WHEN g.status = 'pending' AND d.status = 'pending'
        THEN clock_timestamp() + g.wait_ms * interval '1 ms' END,
      sent_attempt = CASE WHEN delivered THEN g.attempt ELSE d.sent_attempt END,
      sent_at = CASE WHEN delivered THEN g.at ELSE d.sent_at END,
      http_status = CASE WHEN delivered THEN g.http_status ELSE d.http_status END,
      duration_ms = CASE WHEN delivered THEN g.duration_ms ELSE d.duration_ms END,
      response_excerpt = CASE WHEN delivered THEN g.excerpt ELSE d.response_excerpt END,
      update_time = clock_timestamp()
    FROM given AS g
    WHERE (SELECT count(*) FROM record) >= 0 AND d.project_id = g.project_id AND d.id = g.id
      AND d.attempt = g.attempt AND d.claimed
    RETURNING d.project_id, d.id, d.destination_id, d.due_at),
  kept AS (
    INSERT INTO delivery_attempt
      (project_id, delivery_id, attempt, at, outcome, http_status, duration_ms, response_excerpt, error)
    SELECT g.project_id, g.id, g.attempt, g.at, 'failed', g.http_status, g.duration_ms, g.excerpt, g.error
    FROM given AS g JOIN settled USING (project_id, id) WHERE NOT delivered)`;

const failingForMs = `coalesce(extract(epoch FROM clock_timestamp() - failing_since) * 1000, 0)::float8`;

const failingSql = `
  SELECT r.id, r.failures_in_row AS "failuresInRow",
    ${failingForMs} AS "failingForMs", r.gone
  FROM record AS r WHERE r.failures_in_row > 0 OR r.gone`;

const deliveredSql = `${settledSql} ${failingSql}`;

/** Also touches lanes with the first retry, unless clients fetch. */
const failedSql = `${settledSql}, retried AS (
    SELECT r.id AS destination_id, r.project_id, min(s.due_at) AS due_at
    FROM record AS r JOIN settled AS s ON s.destination_id = r.id
    WHERE s.due_at IS NOT NULL AND r.pulled_at IS NULL
    GROUP BY r.id, r.project_id), ${destinationLanesTouched('retried')} ${failingSql}`;

type FailingDestination = Pick<Prisma.DestinationModel, 'id' | 'failuresInRow'> & {
  failingForMs: number;
  gone: boolean;
};

export type SettleOptions = {
  pool: Pool;
  plans?: KeptPlans;
  scheduleMs: readonly number[];
  disabling: DisablingLimits;
  random: () => number;
  pokeRelay: () => void;
};

/**
 * One statement stores outcomes; a second transaction disables destinations. If the process dies in between, the next
 * failure disables.
 */
export const settleDeliveries =
  (options: SettleOptions) =>
  async (done: readonly Done[]): Promise<void> => {
    const { pool, plans = noPlansKept } = options;
    const text = done.every(({ outcome }) => outcome.delivered) ? deliveredSql : failedSql;
    const records = destinationRecords(done);
    const statement = plans.named({ text, values: settleValues(done, records, options) });
    const { rows } = await pool.query<FailingDestination>(statement);
    const failing = rows.filter((row) => disablingReason(row, options.disabling) !== undefined);
    if (failing.length === 0) return;
    const given = records.filter(({ id }) => failing.some((row) => row.id === id));
    if (await inTransaction(pool, (tx) => disableDestinations(tx, given, options.disabling)))
      options.pokeRelay();
  };

/** Stands for infinity. */
const longestQuietMs = 366 * 86_400_000;

/** Longer than any wait between two attempts. */
const longerThanWaitsMs = ({ scheduleMs }: SettleOptions): number => 2 * Math.max(0, ...scheduleMs);

/** After so long without a failed attempt, failures count anew. */
const quietMs = (options: SettleOptions): number =>
  Math.min(Math.max(options.disabling.failingMs, longerThanWaitsMs(options)), longestQuietMs);

function settleValues(
  done: readonly Done[],
  records: readonly DestinationRecord[],
  options: SettleOptions,
): unknown[] {
  const sorted = done
    .flatMap((ended) => settlementsOf(ended, options))
    .toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1));
  return [
    plainArray(records.map(({ id }) => id)),
    plainArray(records.map(({ succeeded }) => succeeded)),
    plainArray(records.map(({ failures }) => failures)),
    plainArray(sorted.map(({ delivery }) => delivery.projectId)),
    plainArray(sorted.map(({ delivery }) => delivery.id)),
    plainArray(sorted.map(({ delivery }) => delivery.attempt)),
    plainArray(sorted.map(({ outcome, waitMs }) => statusOf(outcome, waitMs))),
    plainArray(sorted.map(({ waitMs }) => waitMs ?? null)),
    plainArray(sorted.map(({ outcome }) => outcome.at.toISOString())),
    plainArray(sorted.map(({ outcome }) => outcome.httpStatus ?? null)),
    plainArray(sorted.map(({ outcome }) => outcome.durationMs)),
    textArray(sorted.map(({ outcome }) => outcome.excerpt ?? null)),
    textArray(sorted.map(({ outcome }) => outcome.error ?? null)),
    plainArray(records.map(({ goneVersion }) => goneVersion !== undefined)),
    quietMs(options),
    longerThanWaitsMs(options),
  ];
}

/** An object's deliveries continue together; its answer is stored once. */
function settlementsOf({ unit, outcome }: Done, { scheduleMs, random }: SettleOptions) {
  const deliveries = deliveriesOf(unit);
  const { delivered, retryAfterMs, excerpt: _, ...rest } = outcome;
  const failed = Math.min(...deliveries.map(({ attempt }) => attempt));
  const waitMs = delivered ? undefined : nextAttempt({ failed, scheduleMs, retryAfterMs, random });
  return deliveries.map((delivery, index) => ({
    delivery,
    outcome: index === 0 ? outcome : { ...rest, delivered },
    waitMs,
  }));
}

function statusOf({ delivered }: SendOutcome, waitMs: number | undefined): string {
  if (delivered) return 'delivered';
  return waitMs === undefined ? 'failed' : 'pending';
}

const standingSql = `
  SELECT d.id, d.failures_in_row AS "failuresInRow", ${failingForMs} AS "failingForMs",
    coalesce(t.gone_version IN (${versionOf}, 'infinity'), false) AS gone
  FROM destination AS d JOIN unnest($1::uuid[], $2::float8[]) AS t (id, gone_version) USING (id)
  ORDER BY d.id FOR UPDATE OF d`;

/**
 * Reads each record again under its lock: another process may have delivered, changed or enabled it, and a receiver
 * gone before a change may be back. Touches lanes last.
 */
async function disableDestinations(
  tx: Queryable,
  failing: readonly Pick<DestinationRecord, 'id' | 'goneVersion'>[],
  limits: DisablingLimits,
): Promise<boolean> {
  const { rows } = await tx.query<FailingDestination>(standingSql, [
    plainArray(failing.map(({ id }) => id)),
    plainArray(failing.map(({ goneVersion }) => goneVersion ?? null)),
  ]);
  const lanes: LaneTouch[] = [];
  let disables = false;
  for (const record of rows) {
    const reason = disablingReason(record, limits);
    const lanesLeft = reason !== undefined && (await disableDestination(tx, { id: record.id, reason }));
    if (!lanesLeft) continue;
    disables = true;
    lanes.push(...lanesLeft);
  }
  await touchLanes(tx, lanes);
  return disables;
}
