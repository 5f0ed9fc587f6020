import type { LaneKind } from '@writ/contracts';
import type { Queryable } from '@writ/db';

/** One that is just given work is passed over; one that is paused stays, so that it is still paused when it gets some. */
const sql = `
  DELETE FROM lane WHERE id IN (
    SELECT id FROM lane
    WHERE kind = $1 AND next_due_at IS NULL AND park_reason IS DISTINCT FROM 'paused'
      AND coalesce(woken_at, create_time) < clock_timestamp() - $2 * interval '1 ms'
    LIMIT $3
    FOR UPDATE SKIP LOCKED)`;

/** Removes lanes that nobody has used for `ageMs`: whoever has work for one makes it again. Gives how many there were. */
export async function removeUnusedLanes(
  db: Queryable,
  { kind, ageMs, limit }: { kind: LaneKind; ageMs: number; limit: number },
): Promise<number> {
  return (await db.query(sql, [kind, ageMs, limit])).rowCount ?? 0;
}
