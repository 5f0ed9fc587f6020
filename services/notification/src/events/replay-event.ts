import type { Transaction } from '@writ/db';
import { fannedOut, routedTo } from '../ingest/store-events.ts';

/**
 * The event's row is locked first: of several replays one finds no delivery of it, and the others nothing to do. That it
 * is `unrouted` is not asked: a process of the release before stores events without saying so.
 */
const replaySql = `
  WITH given AS (
    SELECT project_id, id, type, create_time FROM event WHERE project_id = $1 AND id = $2
      AND NOT EXISTS (SELECT FROM delivery WHERE project_id = $1 AND event_row_id = $2)),
  ${routedTo('given')},
  stored AS (
    UPDATE event AS e SET unrouted = false FROM given AS g
    WHERE e.project_id = g.project_id AND e.id = g.id AND EXISTS (SELECT FROM routed)
    RETURNING e.project_id, e.id, e.type, e.create_time),
  ${fannedOut}`;

/**
 * Stores the deliveries of an event that reached no destination, for the routes of now; gives how many there are of it
 * then, and which lanes are to be woken. One that reached any has its deliveries, and gets no more.
 */
export async function replayEvent(
  { prisma, sql }: Transaction,
  projectId: string,
  id: string,
): Promise<{ count: number; laneIds: readonly string[] }> {
  await sql.query('SELECT FROM event WHERE project_id = $1 AND id = $2 FOR UPDATE', [projectId, id]);
  const { rows } = await sql.query<{ id: string }>(replaySql, [projectId, id]);
  const count = await prisma.delivery.count({ where: { projectId, eventRowId: id } });
  return { count, laneIds: rows.map((row) => row.id) };
}
