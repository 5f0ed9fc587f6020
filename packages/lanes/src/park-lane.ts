import type { Queryable } from '@writ/db';
import type { ParkReason } from './lane-work.ts';

const parkSql = `
  UPDATE lane SET parked_until = clock_timestamp() + $2 * interval '1 ms', park_reason = $3
  WHERE id = $1 AND park_reason IS DISTINCT FROM 'paused'`;

/**
 * Parks a lane: until then nobody drains it, and its row tells why. A lane that an operator has paused stays as it is.
 * Afterwards it is woken by its timer, or, should that be lost, by the sweep.
 */
export async function parkLane(
  db: Queryable,
  laneId: string,
  { waitMs, reason }: { waitMs: number; reason: Exclude<ParkReason, 'paused'> },
): Promise<void> {
  await db.query(parkSql, [laneId, waitMs, reason]);
}
