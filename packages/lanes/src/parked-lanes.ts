import type { LaneKind } from '@writ/contracts';
import type { Queryable } from '@writ/db';

const sql = `
  SELECT id FROM lane
  WHERE kind = $1 AND next_due_at IS NOT NULL AND parked_until > clock_timestamp() AND NOT id = ANY ($2::uuid[])
  ORDER BY next_due_at
  LIMIT $3`;

/** Some of the lanes that are parked or paused although they hold work. */
export async function parkedLanesWithWork(
  db: Queryable,
  kind: LaneKind,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(sql, [kind, except, limit]);
  return rows.map(({ id }) => id);
}
