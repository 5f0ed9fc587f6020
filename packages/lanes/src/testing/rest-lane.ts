import type { Pool } from 'pg';
import type { LaneWork } from '../lane-work.ts';
import { restLanes, type LaneLeft } from '../rows/lane-rows.ts';

/** Ends the drain of one lane; gives the wait until its first remaining unit is due, undefined when none is left. */
export async function restLane(
  pool: Pool,
  work: Pick<LaneWork<never, never>, 'nextDueAt'>,
  left: LaneLeft,
): Promise<number | undefined> {
  const [told] = await restLanes(pool, work, [left]);
  return told?.waitMs;
}
