import type { DeadLetterKind } from '@writ/contracts';
import { isId, type Prisma, type Queryable } from '@writ/db';
import type { BusMessage } from '../event-bus.ts';

/** `replayTime`: when it was put back. */
export type DeadLetter = Pick<Prisma.DeadLetterModel, 'id' | 'reason' | 'createTime' | 'replayTime'> & {
  kind: DeadLetterKind;
  message: BusMessage;
};

/** These ids, even if replayed before; without ids, all that were not replayed. */
export type DeadLetterFilter = { ids?: readonly string[] };

export const deadLettersWhere = ({ ids }: DeadLetterFilter) =>
  ids ? { id: { in: [...ids] } } : { replayTime: null };

/** Oldest first, up to `limit`; `after` is the last id seen. */
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

/** With its whole payload; undefined if there is none. */
export async function findDeadLetter(
  prisma: Prisma.TransactionClient,
  id: string,
): Promise<DeadLetter | undefined> {
  if (!isId(id)) return undefined;
  return (await listDeadLetters(prisma, { ids: [id], limit: 1 }))[0];
}

/** Locks letters until the end of the transaction. */
export async function holdDeadLetters(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query('SELECT FROM dead_letter WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [ids]);
}

function toDeadLetter({ id, reason, createTime, replayTime, ...row }: Prisma.DeadLetterModel): DeadLetter {
  const headers = row.headers as Record<string, string>;
  const message = { ...placeOf(row), headers, value: Buffer.from(row.raw) };
  return { id, message, kind: row.reasonKind as DeadLetterKind, reason, createTime, replayTime };
}

/** The message's place on its bus. */
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
