import type { Transaction } from '@writ/db';
import { hasReached } from './has-reached.ts';
import { fannedOut, routedTo } from '../ingest/store-events.ts';

const replaySql = `
  WITH given AS (
    SELECT project_id, id, type, create_time FROM event WHERE project_id = $1 AND id = $2),
  ${routedTo('given')},
  stored AS (
    UPDATE event AS e SET unrouted = false FROM given AS g
    WHERE e.project_id = g.project_id AND e.id = g.id AND EXISTS (SELECT FROM routed)
    RETURNING e.project_id, e.id, e.type, e.create_time),
  ${fannedOut}`;

/** Stores deliveries, by today's routes, of an event that reached no destination. Returns the lane of each. */
export async function replayEvent(
  { prisma, sql }: Transaction,
  projectId: string,
  id: string,
): Promise<readonly string[]> {
  // Of concurrent replays only the first finds no delivery.
  await sql.query('SELECT FROM event WHERE project_id = $1 AND id = $2 FOR UPDATE', [projectId, id]);
  if (await hasReached(prisma, projectId, id)) return [];
  const { rows } = await sql.query<{ id: string }>(replaySql, [projectId, id]);
  return rows.map((row) => row.id);
}
