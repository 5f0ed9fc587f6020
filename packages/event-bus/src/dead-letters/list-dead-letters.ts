import type { Prisma } from '@writ/db';
import type { BusMessage } from '../event-bus.ts';

export type DeadLetter = Pick<Prisma.DeadLetterModel, 'id' | 'reason' | 'createTime'> & {
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

function toDeadLetter({ id, reason, createTime, ...row }: Prisma.DeadLetterModel): DeadLetter {
  const { topic, key, headers, raw, partition, offset } = row;
  const message = {
    topic,
    key,
    headers: headers as Record<string, string>,
    value: Buffer.from(raw),
    ...(partition !== null && { partition }),
    ...(offset !== null && { offset: offset.toString() }),
  };
  return { id, message, reason, createTime };
}
