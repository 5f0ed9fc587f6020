import type { Prisma } from '@writ/db';
import type { BusMessage } from '../event-bus.ts';

export type DeadLetter = {
  id: string;
  message: BusMessage;
  reason: string;
  createTime: Date;
  /** When it was last published again. */
  replayTime?: Date;
};

/** Which dead letters are meant; without a member, all that were not replayed yet. */
export type DeadLetterFilter = {
  ids?: readonly string[];
  /** Those that were replayed, too. */
  withReplayed?: boolean;
};

const matching = ({ ids, withReplayed }: DeadLetterFilter) => ({
  ...(ids && { id: { in: [...ids] } }),
  ...(withReplayed !== true && { replayTime: null }),
});

/** Dead letters, oldest first, up to `limit`; the next ones come with `after`, the last id seen. */
export async function listDeadLetters(
  prisma: Prisma.TransactionClient,
  { after, limit, ...filter }: DeadLetterFilter & { after?: string; limit: number },
): Promise<DeadLetter[]> {
  const rows = await prisma.deadLetter.findMany({
    where: { AND: [matching(filter), after === undefined ? {} : { id: { gt: after } }] },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(toDeadLetter);
}

/** The ids of those that are there now, oldest first. */
export async function listDeadLetterIds(
  prisma: Prisma.TransactionClient,
  filter: DeadLetterFilter,
): Promise<string[]> {
  const asked = { where: matching(filter), select: { id: true }, orderBy: { id: 'asc' } } as const;
  return (await prisma.deadLetter.findMany(asked)).map(({ id }) => id);
}

function toDeadLetter({ id, reason, createTime, replayTime, ...row }: Prisma.DeadLetterModel): DeadLetter {
  const { topic, key, headers, raw, partition, offset } = row;
  const message = {
    topic,
    key,
    headers: headers as Record<string, string>,
    value: Buffer.from(raw),
    ...(partition !== null && { partition }),
    ...(offset !== null && { offset: offset.toString() }),
  };
  return { id, message, reason, createTime, ...(replayTime && { replayTime }) };
}
