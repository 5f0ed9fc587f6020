import { toStorable, type LifecycleEvent } from '@writ/contracts';
import { databaseTime, holdRow, newId, type Database, type Transaction } from '@writ/db';
import { parseLifecycleEvent } from '../lifecycle-event/parse-lifecycle-event.ts';
import { insertLines } from '../outbox/add-to-outbox.ts';
import type { OutboxLine } from '../outbox/outbox-line.ts';
import { findDeadLetter, type DeadLetter } from './list-dead-letters.ts';

export type Replay = { replayed: number; unreadable: readonly { id: string; reason: string }[] };

/**
 * Puts waiting dead letters into the outbox, oldest first, and marks them, each in its own transaction; the
 * relay publishes them. Letters that are no event stay, with today's reason. A message that is refused again
 * becomes a new letter.
 * @param id only this one, even if it was replayed before
 * @param note called in each transaction that replays a letter
 */
export async function replayDeadLetters(
  { prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>,
  id: string | undefined,
  note: (tx: Transaction, id: string) => Promise<void>,
): Promise<Replay> {
  const where = id === undefined ? { replayTime: null } : { id };
  // Listed first: the replay must not repeat the letters that it creates.
  const listed = await prisma.deadLetter.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  const unreadable: { id: string; reason: string }[] = [];
  let replayed = 0;
  for (const { id: letterId } of listed) {
    const letter = await transaction(async (tx) => {
      const held = await holdLetter(tx, letterId);
      // Another caller may have replayed it meanwhile.
      if (!held || (id === undefined && held.replayTime !== null)) return undefined;
      const after = await replayHeld(tx, held);
      if (after.replayTime !== null) await note(tx, letterId);
      return after;
    });
    if (letter?.replayTime === null) unreadable.push({ id: letterId, reason: letter.reason });
    else if (letter) replayed += 1;
  }
  return { replayed, unreadable };
}

/** A letter before and after a replay: put back, or with today's reason. */
export type ReplayedLetter = { before: DeadLetter; after: DeadLetter };

/**
 * Replays one letter in the caller's transaction, unless it was replayed before; of concurrent callers one
 * does it. Undefined if there is none.
 */
export async function replayDeadLetter(
  tx: Transaction,
  id: string,
): Promise<ReplayedLetter | { replayedBefore: Date } | undefined> {
  const held = await holdLetter(tx, id);
  if (held === undefined) return undefined;
  if (held.replayTime !== null) return { replayedBefore: held.replayTime };
  return { before: held, after: await replayHeld(tx, held) };
}

/** Deletes a letter in the caller's transaction and returns it; undefined if there is none. */
export async function discardDeadLetter(tx: Transaction, id: string): Promise<DeadLetter | undefined> {
  const held = await holdLetter(tx, id);
  if (held) await tx.prisma.deadLetter.delete({ where: { id } });
  return held;
}

const holdLetter = ({ prisma, sql }: Transaction, id: string): Promise<DeadLetter | undefined> =>
  holdRow(sql, { table: 'dead_letter', lock: 'UPDATE' }, () => findDeadLetter(prisma, id));

async function replayHeld({ prisma, sql }: Transaction, letter: DeadLetter): Promise<DeadLetter> {
  const { id, message } = letter;
  const parsed = parseLifecycleEvent(message);
  if ('event' in parsed) await insertLines(sql, [toLine(parsed.event, message.key)]);
  const after: DeadLetter =
    'event' in parsed
      ? { ...letter, replayTime: await databaseTime(prisma) }
      : { ...letter, ...parsed, replayTime: null };
  const { kind: reasonKind, reason, replayTime } = after;
  const data = { reasonKind, reason: toStorable(reason), replayTime };
  await prisma.deadLetter.update({ where: { id }, data });
  return after;
}

/**
 * Stored as text, a key of bytes is up to three times as long: if a broker refused it, the outbox would stop
 * behind it.
 */
const maxKeyBytes = 1_024;

/** Keeps the event's id, by which consumers know repetitions, and its key unless that is too long. */
const toLine = (event: LifecycleEvent, key: string | null): OutboxLine => ({
  id: newId(),
  projectId: event.projectid,
  key:
    key === null || Buffer.byteLength(key) > maxKeyBytes
      ? `${event.projectid}:${event.subject ?? event.id}`
      : key,
  body: JSON.stringify(event),
});
