import type { Queryable } from '@writ/db';

/** A page unused for longer counts as gone. */
const usedDays = 30;

const inUseSql = `
  SELECT name FROM project
  WHERE page_keys AND EXISTS (
    SELECT FROM api_key
    WHERE project_id = project.id AND active AND 'frontend' = ANY (scopes)
      AND last_used_time > clock_timestamp() - ${usedDays} * interval '1 day')
  ORDER BY id LIMIT $1`;

/** At most `limit` projects that accept keys of pages and had one used within 30 days. */
export async function projectsWithPageKeys(db: Queryable, limit: number): Promise<string[]> {
  return (await db.query<{ name: string }>(inUseSql, [limit])).rows.map(({ name }) => name);
}
