import type { DeadLetterKind } from '@writ/contracts';
import { inOrderOfIds, isId, type Prisma } from '@writ/db';
import type { BusMessage } from '../event-bus.ts';

/** `replayTime`: when it was put back. */
export type DeadLetter = Pick<Prisma.DeadLetterModel, 'id' | 'reason' | 'createTime' | 'replayTime'> & {
  kind: DeadLetterKind;
  message: BusMessage;
};

/** Those that were not replayed, oldest first, up to `limit`; `after` is the last id seen. */
export async function listDeadLetters(
  prisma: Prisma.TransactionClient,
  { after: afterId, limit }: { after?: string; limit: number },
): Promise<DeadLetter[]> {
  const rows = await prisma.deadLetter.findMany(inOrderOfIds({ replayTime: null }, { afterId, limit }));
  return rows.map(toDeadLetter);
}

/** With its whole payload; undefined if there is none. */
export async function findDeadLetter(
  prisma: Prisma.TransactionClient,
  id: string,
): Promise<DeadLetter | undefined> {
  const row = isId(id) && (await prisma.deadLetter.findUnique({ where: { id } }));
  return row ? toDeadLetter(row) : undefined;
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
