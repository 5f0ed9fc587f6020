import type { DeadLetterKind } from '@writ/contracts';
import { isId, type Prisma, type Queryable } from '@writ/db';
import type { BusMessage } from '../event-bus.ts';

/** A message that could not be taken in; with a time of replay: and was put back since. */
export type DeadLetter = Pick<Prisma.DeadLetterModel, 'id' | 'reason' | 'createTime' | 'replayTime'> & {
  kind: DeadLetterKind;
  message: BusMessage;
};

/** Which dead letters are meant: these, though they were replayed before; without ids, all that were not. */
export type DeadLetterFilter = { ids?: readonly string[] };

export const deadLettersWhere = ({ ids }: DeadLetterFilter) =>
  ids ? { id: { in: [...ids] } } : { replayTime: null };

/** Dead letters, oldest first, up to `limit`; the next ones come with `after`, the last id seen. */
export async function listDeadLetters(
  prisma: Prisma.TransactionClient,
  { after, limit, ...filter }: DeadLetterFilter & { after?: string; limit: number },
): Promise<DeadLetter[]> {
  const rows = await prisma.deadLetter.findMany({
    where: { AND: [deadLettersWhere(filter), after === undefined ? {} : { id: { gt: after } }] },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(toDeadLetter);
}

/** One dead letter, its payload whole; undefined where there is none of this id. */
export async function findDeadLetter(
  prisma: Prisma.TransactionClient,
  id: string,
): Promise<DeadLetter | undefined> {
  if (!isId(id)) return undefined;
  return (await listDeadLetters(prisma, { ids: [id], limit: 1 }))[0];
}

/** Keeps letters as they are to the end of the transaction; what is read of them afterwards holds until then. */
export async function holdDeadLetters(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query('SELECT FROM dead_letter WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [ids]);
}

function toDeadLetter({ id, reason, createTime, replayTime, ...row }: Prisma.DeadLetterModel): DeadLetter {
  const headers = row.headers as Record<string, string>;
  const message = { ...placeOf(row), headers, value: Buffer.from(row.raw) };
  return { id, message, kind: row.reasonKind as DeadLetterKind, reason, createTime, replayTime };
}

/** Where a message came from, as its bus told it. */
export const placeOf = ({
  topic,
  key,
  partition,
  offset,
}: Pick<Prisma.DeadLetterModel, 'topic' | 'key' | 'partition' | 'offset'>) => ({
  topic,
  key,
  ...(partition !== null && { partition }),
  ...(offset !== null && { offset: offset.toString() }),
});
