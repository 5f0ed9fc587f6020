import type { LifecycleEvent } from '@writ/contracts';
import { inTransaction, newId, type Queryable } from '@writ/db';
import type { Pool } from 'pg';
import { parseLifecycleEvent } from '../lifecycle-event/parse-lifecycle-event.ts';
import { insertLines, type OutboxLine } from '../outbox/outbox-line.ts';
import { listDeadLetterIds, listDeadLetters, type DeadLetterFilter } from './list-dead-letters.ts';

/** What came of a replay: how many were put into the outbox, and which cannot be read now either. */
export type Replay = { replayed: number; unreadable: readonly { id: string; reason: string }[] };

const replayedSql = 'UPDATE dead_letter SET replay_time = clock_timestamp() WHERE id = ANY ($1::uuid[])';

/** Messages at a time; few, as each may be large. */
const batchSize = 20;

/**
 * Puts dead letters into the outbox, oldest first, and marks them: the relay publishes them, in either form. Those that
 * cannot be read as an event are left as they are. One that is still not taken in becomes a dead letter anew.
 */
export async function replayDeadLetters(pool: Pool, filter: DeadLetterFilter): Promise<Replay> {
  // Taken down first, since those that arise from the replay itself must not be replayed by it.
  const ids = await listDeadLetterIds(pool, filter);
  const unreadable: { id: string; reason: string }[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = ids.slice(start, start + batchSize);
    unreadable.push(...(await inTransaction(pool, (tx) => replay(tx, some))));
  }
  return { replayed: ids.length - unreadable.length, unreadable };
}

/** Gives those that cannot be read. */
async function replay(tx: Queryable, ids: readonly string[]): Promise<{ id: string; reason: string }[]> {
  const letters = await listDeadLetters(tx, { ids, withReplayed: true, limit: ids.length });
  const read = letters.map(({ id, message }) => ({ id, message, ...parseLifecycleEvent(message) }));
  const readable = read.flatMap(({ id, message, ...rest }) =>
    'event' in rest ? [{ id, line: toLine(rest.event, message.key) }] : [],
  );
  if (readable.length > 0) {
    await insertLines(
      tx,
      readable.map(({ line }) => line),
    );
    await tx.query(replayedSql, [readable.map(({ id }) => id)]);
  }
  return read.flatMap(({ id, ...rest }) => ('reason' in rest ? [{ id, reason: rest.reason }] : []));
}

/** The event keeps its own id, by which consumers know repetitions. */
const toLine = (event: LifecycleEvent, key: string | null): OutboxLine => ({
  id: newId(),
  projectId: event.projectid,
  key: key ?? `${event.projectid}:${event.subject ?? event.id}`,
  body: JSON.stringify(event),
});
