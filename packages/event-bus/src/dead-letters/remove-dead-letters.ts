import type { Queryable } from '@writ/db';

const sql = `
  DELETE FROM dead_letter WHERE id IN (
    SELECT id FROM dead_letter
    WHERE create_time < clock_timestamp() - $1 * interval '1 ms'
    ORDER BY create_time
    LIMIT $2)`;

/** Removes the oldest dead letters that are older than `ageMs`, replayed or not; gives how many there were. */
export async function removeDeadLetters(
  db: Queryable,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<number> {
  return (await db.query(sql, [ageMs, limit])).rowCount ?? 0;
}
