import type { LifecycleEvent } from '@writ/contracts';
import { databaseTime, newId, type Database, type Transaction } from '@writ/db';
import { parseLifecycleEvent } from '../lifecycle-event/parse-lifecycle-event.ts';
import { insertLines, type OutboxLine } from '../outbox/outbox-line.ts';
import { listDeadLetterIds, listDeadLetters, type DeadLetterFilter } from './list-dead-letters.ts';

/** What came of a replay: how many were put into the outbox, and which cannot be read now either. */
export type Replay = { replayed: number; unreadable: readonly { id: string; reason: string }[] };

/** Messages at a time; few, as each may be large. */
const batchSize = 20;

/**
 * Puts dead letters into the outbox, oldest first, and marks them: the relay publishes them, in either form. Those that
 * cannot be read as an event are left as they are. One that is still not taken in becomes a dead letter anew.
 */
export async function replayDeadLetters(
  { prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>,
  filter: DeadLetterFilter,
): Promise<Replay> {
  // Taken down first, since those that arise from the replay itself must not be replayed by it.
  const ids = await listDeadLetterIds(prisma, filter);
  const unreadable: { id: string; reason: string }[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = ids.slice(start, start + batchSize);
    unreadable.push(...(await transaction((tx) => replay(tx, some))));
  }
  return { replayed: ids.length - unreadable.length, unreadable };
}

/** Gives those that cannot be read. */
async function replay(
  { prisma, sql }: Transaction,
  ids: readonly string[],
): Promise<{ id: string; reason: string }[]> {
  const letters = await listDeadLetters(prisma, { ids, withReplayed: true, limit: ids.length });
  const read = letters.map(({ id, message }) => ({ id, message, ...parseLifecycleEvent(message) }));
  const readable = read.flatMap(({ id, message, ...rest }) =>
    'event' in rest ? [{ id, line: toLine(rest.event, message.key) }] : [],
  );
  if (readable.length > 0) {
    await insertLines(
      sql,
      readable.map(({ line }) => line),
    );
    await prisma.deadLetter.updateMany({
      where: { id: { in: readable.map(({ id }) => id) } },
      data: { replayTime: await databaseTime(prisma) },
    });
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
