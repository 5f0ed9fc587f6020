import type { Queryable } from '@writ/db';
import { laneColumns, toLaneView, type LaneRow, type LaneView } from './list-lanes.ts';

const pauseSql = `
  UPDATE lane SET parked_until = 'infinity', park_reason = 'paused'
  WHERE project_id = $1 AND id = $2 RETURNING ${laneColumns}`;

const resumeSql = `
  UPDATE lane SET parked_until = CASE WHEN park_reason = 'paused' THEN NULL ELSE parked_until END,
    park_reason = nullif(park_reason, 'paused')
  WHERE project_id = $1 AND id = $2 RETURNING ${laneColumns}`;

/** One statement changes a lane and tells how it is then: somebody else may change it right after. */
const changing =
  (sql: string) =>
  async (db: Queryable, projectId: string, laneId: string): Promise<LaneView | undefined> => {
    const { rows } = await db.query<LaneRow>(sql, [projectId, laneId]);
    return rows[0] && toLaneView(rows[0]);
  };

/**
 * Has a lane wait until an operator resumes it: who drains it stops with its turn, and nobody takes another one. What
 * parks it otherwise leaves it paused. Undefined: the project has no such lane.
 */
export const pauseLane = changing(pauseSql);

/**
 * Lets a paused lane go on; it is to be woken after the commit. One that is parked for another reason stays so.
 * Undefined: the project has no such lane.
 */
export const resumeLane = changing(resumeSql);
