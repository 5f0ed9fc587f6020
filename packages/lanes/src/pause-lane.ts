import type { LaneKind } from '@writ/contracts';
import type { Queryable } from '@writ/db';

const pauseSql = `
  UPDATE lane SET parked_until = 'infinity', park_reason = 'paused' WHERE project_id = $1 AND id = $2 RETURNING kind`;

/**
 * Has a lane wait until an operator resumes it: who drains it stops with its turn, and nobody takes another one. What
 * parks it otherwise leaves it paused. Undefined: the project has no such lane.
 */
export async function pauseLane(
  db: Queryable,
  projectId: string,
  laneId: string,
): Promise<LaneKind | undefined> {
  const { rows } = await db.query<{ kind: LaneKind }>(pauseSql, [projectId, laneId]);
  return rows[0]?.kind;
}

const resumeSql = `
  UPDATE lane SET parked_until = CASE WHEN park_reason = 'paused' THEN NULL ELSE parked_until END,
    park_reason = nullif(park_reason, 'paused')
  WHERE project_id = $1 AND id = $2 RETURNING kind`;

/**
 * Lets a paused lane go on; it is to be woken after the commit. One that is parked for another reason stays so.
 * Undefined: the project has no such lane.
 */
export async function resumeLane(
  db: Queryable,
  projectId: string,
  laneId: string,
): Promise<LaneKind | undefined> {
  const { rows } = await db.query<{ kind: LaneKind }>(resumeSql, [projectId, laneId]);
  return rows[0]?.kind;
}
