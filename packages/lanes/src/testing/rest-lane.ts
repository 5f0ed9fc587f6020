import type { Pool } from 'pg';
import type { LaneWork } from '../lane-work.ts';
import { restLanes, type LaneLeft } from '../rows/lane-rows.ts';

/** Ends a lane's drain; returns the wait until its next unit. */
export async function restLane(
  pool: Pool,
  work: Pick<LaneWork<never, never>, 'nextDueAt'>,
  left: LaneLeft,
): Promise<number | undefined> {
  const [rested] = await restLanes(pool, work, [left]);
  return rested?.waitMs;
}
