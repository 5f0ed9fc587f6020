import type { Prisma } from '@writ/db';

/** Removes the oldest dead letters that are older than `ageMs`, replayed or not; gives how many there were. */
export const removeDeadLetters = (
  prisma: Prisma.TransactionClient,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<number> =>
  prisma.$executeRaw`
    DELETE FROM dead_letter WHERE id IN (
      SELECT id FROM dead_letter
      WHERE create_time < clock_timestamp() - ${ageMs} * interval '1 ms'
      ORDER BY create_time
      LIMIT ${limit})`;
