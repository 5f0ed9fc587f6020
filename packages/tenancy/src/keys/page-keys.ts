import type { Queryable } from '@writ/db';

/** A page that nobody has opened for so long is taken to be gone. */
const usedDays = 30;

const inUseSql = `
  SELECT name FROM project
  WHERE page_keys AND EXISTS (
    SELECT FROM api_key
    WHERE project_id = project.id AND active AND 'frontend' = ANY (scopes)
      AND last_used_time > clock_timestamp() - ${usedDays} * interval '1 day')
  ORDER BY id LIMIT $1`;

/** The names of projects that accept keys of pages, of which one was used within 30 days; `limit` at most. */
export async function projectsWithPageKeys(db: Queryable, limit: number): Promise<string[]> {
  return (await db.query<{ name: string }>(inUseSql, [limit])).rows.map(({ name }) => name);
}
