import type { LaneKind } from '@writ/contracts';
import type { Queryable } from '@writ/db';

const sql = `
  SELECT id FROM lane
  WHERE kind = $1 AND next_due_at IS NOT NULL AND parked_until > clock_timestamp()
  ORDER BY next_due_at
  LIMIT $2`;

/** Lanes that are parked or paused although they hold work. */
export async function parkedLanesWithWork(
  db: Queryable,
  kind: LaneKind,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(sql, [kind, limit]);
  return rows.map(({ id }) => id);
}
