import { eventually } from '@writ/test-kit';
import { publishedSource } from '@writ/stack';
import type { Run } from '../experiment.ts';
import { numberOf } from '../load/publish-events.ts';

const everyMs = 250;

/** The address of the destination `place`, counted from 0, at a receiver. */
export const hookOf = (receiverUrl: string, place: number): string => `${receiverUrl}/hooks/${place}`;

export async function waitDelivered(
  { ground, tell, leastWaitMs = 0 }: Run,
  deliveries: number,
  limitMs: number,
): Promise<void> {
  const withinMs = Math.max(limitMs, leastWaitMs);
  let left = '';
  const ended = async (): Promise<boolean> => {
    const { rows } = await ground.pool.query<{ all: number; pending: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'pending')::int AS pending FROM delivery`,
    );
    const { all, pending } = rows[0] ?? { all: 0, pending: 0 };
    left = `${pending} of ${all} deliveries pending, ${deliveries} expected`;
    return pending === 0 && all >= deliveries;
  };
  await eventually(ended, { withinMs, everyMs }).catch(() =>
    tell(`Waited ${withinMs / 1000} s in vain: ${left}.`),
  );
}

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
