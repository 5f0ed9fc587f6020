import { publishedSource } from '@writ/stack';
import type { Run } from '../experiment.ts';
import { numberOf } from '../load/publish-events.ts';
import { waitUntilOver } from '../load/wait-ended.ts';

/** Of the destination `place`, counted from 0. */
export const hookOf = (receiverUrl: string, place: number): string => `${receiverUrl}/hooks/${place}`;

export const waitDelivered = (run: Run, deliveries: number, limitMs: number): Promise<void> =>
  waitUntilOver(run, limitMs, async () => {
    const { rows } = await run.ground.pool.query<{ all: number; pending: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'pending')::int AS pending FROM delivery`,
    );
    const { all, pending } = rows[0] ?? { all: 0, pending: 0 };
    return {
      isOver: pending === 0 && all >= deliveries,
      left: `${pending} of ${all} deliveries pending, ${deliveries} expected`,
    };
  });

export async function collectDeliveries({ ground, record }: Run): Promise<void> {
  for (const { path, json, headers, at } of ground.receiver.received) {
    const destination = Number(/^\/hooks\/(\d+)$/.exec(path)?.[1]);
    if (Number.isNaN(destination)) continue;
    const { id, time } = json() as { id: string; time: string };
    record({
      kind: 'arrival',
      atMs: at.getTime(),
      number: numberOf(id),
      destination,
      webhookId: String(headers['webhook-id']),
      eventAtMs: Date.parse(time),
    });
  }
  const { rows } = await ground.pool.query<{ id: string; event_id: string; status: string; attempt: number }>(
    `SELECT d.id, e.event_id, d.status, d.attempt
    FROM delivery AS d JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id
    WHERE e.source = $1`,
    [publishedSource],
  );
  for (const { id, event_id, status, attempt } of rows)
    record({
      kind: 'delivery',
      webhookId: `msg_${id}`,
      number: numberOf(event_id),
      status,
      attempts: attempt,
    });
}
