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

/**
 * Stores the deliveries of an event that reached no destination, for the routes of now; those of disabled destinations are
 * held. Gives the lanes of what is to be sent, one of each delivery, which are to be woken. An event that reached any
 * destination gets no more, also where its deliveries have been removed since.
 */
export async function replayEvent(
  { prisma, sql }: Transaction,
  projectId: string,
  id: string,
): Promise<readonly string[]> {
  // Of several replays one finds no delivery of it, and the others nothing to do.
  await sql.query('SELECT FROM event WHERE project_id = $1 AND id = $2 FOR UPDATE', [projectId, id]);
  if (await hasReached(prisma, projectId, id)) return [];
  const { rows } = await sql.query<{ id: string }>(replaySql, [projectId, id]);
  return rows.map((row) => row.id);
}
