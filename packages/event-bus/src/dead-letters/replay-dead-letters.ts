import type { LifecycleEvent } from '@writ/contracts';
import { databaseTime, newId, type Database, type Transaction } from '@writ/db';
import { parseLifecycleEvent } from '../lifecycle-event/parse-lifecycle-event.ts';
import { insertLines } from '../outbox/add-to-outbox.ts';
import type { OutboxLine } from '../outbox/outbox-line.ts';
import { deadLettersWhere, listDeadLetters, type DeadLetterFilter } from './list-dead-letters.ts';

/** What came of a replay: how many were put into the outbox, and which cannot be read now either. */
export type Replay = { replayed: number; unreadable: readonly { id: string; reason: string }[] };

/** Messages at a time; few, as each may be large. */
const batchSize = 20;

/**
 * Puts dead letters into the outbox, oldest first, and marks them: the relay publishes them, in either form. Those that
 * cannot be read as an event are left as they are. One that is still not taken in becomes a dead letter anew.
 *
 * @param note is told, within each transaction, which are replayed in it
 */
export async function replayDeadLetters(
  { prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>,
  filter: DeadLetterFilter,
  note: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<Replay> {
  // Taken down first, since those that arise from the replay itself must not be replayed by it.
  const asked = { where: deadLettersWhere(filter), select: { id: true }, orderBy: { id: 'asc' } } as const;
  const ids = (await prisma.deadLetter.findMany(asked)).map(({ id }) => id);
  const unreadable: { id: string; reason: string }[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = ids.slice(start, start + batchSize);
    unreadable.push(
      ...(await transaction(async (tx) => {
        const done = await replay(tx, some);
        await note(tx, done.readable);
        return done.unreadable;
      })),
    );
  }
  return { replayed: ids.length - unreadable.length, unreadable };
}

async function replay(
  { prisma, sql }: Transaction,
  ids: readonly string[],
): Promise<{ readable: string[]; unreadable: { id: string; reason: string }[] }> {
  const lines: OutboxLine[] = [];
  const readable: string[] = [];
  const unreadable: { id: string; reason: string }[] = [];
  for (const { id, message } of await listDeadLetters(prisma, { ids, limit: ids.length })) {
    const parsed = parseLifecycleEvent(message);
    if ('reason' in parsed) {
      unreadable.push({ id, reason: parsed.reason });
    } else {
      lines.push(toLine(parsed.event, message.key));
      readable.push(id);
    }
  }
  if (lines.length > 0) {
    await insertLines(sql, lines);
    const replayTime = await databaseTime(prisma);
    await prisma.deadLetter.updateMany({ where: { id: { in: readable } }, data: { replayTime } });
  }
  return { readable, unreadable };
}

/** The event keeps its own id, by which consumers know repetitions. */
const toLine = (event: LifecycleEvent, key: string | null): OutboxLine => ({
  id: newId(),
  projectId: event.projectid,
  key: key ?? `${event.projectid}:${event.subject ?? event.id}`,
  body: JSON.stringify(event),
});
