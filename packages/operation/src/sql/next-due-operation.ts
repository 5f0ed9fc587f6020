import type { Queryable } from '@writ/db';

const sql = `
  SELECT due_at FROM operation WHERE lane_id = $1 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1`;

/** When the lane's next operation is due; undefined when none waits in it. */
export async function nextDueOperation(tx: Queryable, laneId: string): Promise<Date | undefined> {
  const { rows } = await tx.query<{ due_at: Date }>(sql, [laneId]);
  return rows[0]?.due_at;
}
