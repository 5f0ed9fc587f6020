import { databaseTime, type Prisma } from '@writ/db';

/** Deletes dead letters older than `ageMs`; returns their number. */
export async function removeDeadLetters(
  prisma: Prisma.TransactionClient,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<number> {
  const now = await databaseTime(prisma);
  const where = { createTime: { lt: new Date(now.getTime() - ageMs) } };
  return (await prisma.deadLetter.deleteMany({ where, limit })).count;
}
