import { toStorable, type LifecycleEvent } from '@writ/contracts';
import { databaseTime, newId, type Database, type Transaction } from '@writ/db';
import { parseLifecycleEvent } from '../lifecycle-event/parse-lifecycle-event.ts';
import { insertLines } from '../outbox/add-to-outbox.ts';
import type { OutboxLine } from '../outbox/outbox-line.ts';
import {
  deadLettersWhere,
  findDeadLetter,
  holdDeadLetters,
  listDeadLetters,
  type DeadLetter,
  type DeadLetterFilter,
} from './list-dead-letters.ts';

/** How many went into the outbox, and which are still unreadable. */
export type Replay = { replayed: number; unreadable: readonly { id: string; reason: string }[] };

/** Few, as each may be large. */
const batchSize = 20;

/**
 * Puts dead letters into the outbox, oldest first, and marks them; the relay publishes them. Letters that are no event stay, with
 * today's reason. A message that is refused again becomes a new letter.
 * @param note called in each transaction with the letters replayed in it
 */
export async function replayDeadLetters(
  { prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>,
  filter: DeadLetterFilter,
  note: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<Replay> {
  // Listed first: the replay must not repeat the letters that it creates.
  const asked = { where: deadLettersWhere(filter), select: { id: true }, orderBy: { id: 'asc' } } as const;
  const ids = (await prisma.deadLetter.findMany(asked)).map(({ id }) => id);
  const unreadable: { id: string; reason: string }[] = [];
  let replayed = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = ids.slice(start, start + batchSize);
    const letters = await transaction(async (tx) => {
      await holdDeadLetters(tx.sql, some);
      const held = await listDeadLetters(tx.prisma, { ids: some, limit: some.length });
      // Another caller may have replayed some meanwhile.
      const meant = held.filter(({ replayTime }) => filter.ids !== undefined || replayTime === null);
      const done = await replayHeld(tx, meant);
      await note(
        tx,
        done.filter(isReplayed).map(({ id }) => id),
      );
      return done;
    });
    replayed += letters.filter(isReplayed).length;
    const left = letters.filter((letter) => !isReplayed(letter));
    unreadable.push(...left.map(({ id, reason }) => ({ id, reason })));
  }
  return { replayed, unreadable };
}

/** A letter before and after a replay: put back, or with today's reason. */
export type ReplayedLetter = { before: DeadLetter; after: DeadLetter };

/**
 * Replays one letter in the caller's transaction, unless it was replayed before; of concurrent callers one does it. Undefined if
 * there is none.
 */
export async function replayDeadLetter(
  tx: Transaction,
  id: string,
): Promise<ReplayedLetter | { replayedBefore: Date } | undefined> {
  const held = await heldLetter(tx, id);
  if (held === undefined) return undefined;
  if (held.replayTime !== null) return { replayedBefore: held.replayTime };
  const [after] = await replayHeld(tx, [held]);
  return after && { before: held, after };
}

/** Deletes a letter in the caller's transaction and returns it; undefined if there is none. */
export async function discardDeadLetter(tx: Transaction, id: string): Promise<DeadLetter | undefined> {
  const held = await heldLetter(tx, id);
  if (held) await tx.prisma.deadLetter.delete({ where: { id } });
  return held;
}

async function heldLetter({ prisma, sql }: Transaction, id: string): Promise<DeadLetter | undefined> {
  if ((await findDeadLetter(prisma, id)) === undefined) return undefined;
  await holdDeadLetters(sql, [id]);
  return findDeadLetter(prisma, id);
}

const isReplayed = ({ replayTime }: DeadLetter): boolean => replayTime !== null;

/** Replays locked letters and returns them. */
async function replayHeld({ prisma, sql }: Transaction, held: readonly DeadLetter[]): Promise<DeadLetter[]> {
  const replayTime = await databaseTime(prisma);
  const lines: OutboxLine[] = [];
  const after = held.map((letter): DeadLetter => {
    const parsed = parseLifecycleEvent(letter.message);
    if ('reason' in parsed) return { ...letter, ...parsed, replayTime: null };
    lines.push(toLine(parsed.event, letter.message.key));
    return { ...letter, replayTime };
  });
  if (lines.length > 0) await insertLines(sql, lines);
  for (const { id, kind, reason, replayTime: time } of after) {
    await prisma.deadLetter.update({
      where: { id },
      data: { reasonKind: kind, reason: toStorable(reason), replayTime: time },
    });
  }
  return after;
}

/** Stored as text, a key of bytes is up to three times as long: if a broker refused it, the outbox would stop behind it. */
const maxKeyBytes = 1_024;

/** The event keeps its id, by which consumers know repetitions, and its key unless that is too long. */
const toLine = (event: LifecycleEvent, key: string | null): OutboxLine => ({
  id: newId(),
  projectId: event.projectid,
  key:
    key === null || Buffer.byteLength(key) > maxKeyBytes
      ? `${event.projectid}:${event.subject ?? event.id}`
      : key,
  body: JSON.stringify(event),
});
