import { databaseTime, type Prisma } from '@writ/db';

/** Removes dead letters that are older than `ageMs`, replayed or not; gives how many there were. */
export async function removeDeadLetters(
  prisma: Prisma.TransactionClient,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<number> {
  const now = await databaseTime(prisma);
  const where = { createTime: { lt: new Date(now.getTime() - ageMs) } };
  return (await prisma.deadLetter.deleteMany({ where, limit })).count;
}
