const leaseIsOverBy = (now: string): string => `(lease_until IS NULL OR lease_until <= ${now})`;

/** SQL: nobody works on a unit now, unless who does is gone. */
export const isFree = leaseIsOverBy('(SELECT clock_timestamp())');

/** SQL: no operator has paused the lane with this id. A claim asks, so that nothing is begun that comes after a pause. */
export const isNotPaused = (laneId: string): string =>
  `NOT EXISTS (SELECT FROM lane WHERE id = ${laneId} AND parked_until = 'infinity')`;

/** SQL, to begin a `WITH`: the moment for which `firstDue` tells. */
export const moment = 'moment AS MATERIALIZED (SELECT clock_timestamp() AS now)';

const now = '(SELECT now FROM moment)';

/**
 * SQL: when the first of some units is due (`due_at`) or, where it is being worked on, its lease ends (`lease_until`); null
 * where nothing waits. What is leased stands first in an index by due times. Its leases matter only where nothing else is
 * due: then all that is due is leased, which is no more than is under way. What is due later counts by that, leased or not.
 *
 * @param units their table with a condition, as `operation WHERE lane_id = asked.lane_id`
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
