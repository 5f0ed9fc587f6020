const leaseIsOverBy = (now: string): string => `(lease_until IS NULL OR lease_until <= ${now})`;

/** SQL: no process holds a live lease on the unit. */
export const isFree = leaseIsOverBy('(SELECT clock_timestamp())');

/** SQL, for claims: nothing begins after a pause. */
export const isNotPaused = (laneId: string): string =>
  `NOT EXISTS (SELECT FROM lane WHERE id = ${laneId} AND parked_until = 'infinity')`;

/** SQL, to begin a `WITH`: the time for `firstDue`. */
export const moment = 'moment AS MATERIALIZED (SELECT clock_timestamp() AS now)';

const now = '(SELECT now FROM moment)';

/**
 * SQL: the first `due_at` of units or, if all due ones are leased, the first end of a lease. Leased units
 * come first in an index by due times; their leases are read only if nothing else is due.
 * @param units table with a condition, as `operation WHERE lane_id = asked.lane_id`
 */
export const firstDue = (units: string): string => `(
  WITH free AS MATERIALIZED (
    SELECT due_at FROM ${units} AND due_at IS NOT NULL AND (due_at > ${now} OR ${leaseIsOverBy(now)})
    ORDER BY due_at LIMIT 1
  )
  SELECT CASE
    WHEN (SELECT due_at FROM free) <= ${now} THEN (SELECT due_at FROM free)
    ELSE least((SELECT due_at FROM free), (
      SELECT min(lease_until) FROM ${units} AND due_at <= ${now} AND lease_until > ${now}
    ))
  END)`;
