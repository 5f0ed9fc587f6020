import { Prisma } from '../generated/client.ts';

export type ProjectRows = { projectId: string; limit: number };

/**
 * Removes up to `limit` rows of a project from the first of these tables that has some; returns their number.
 */
export async function removeOfProject(
  prisma: Prisma.TransactionClient,
  tables: readonly string[],
  { projectId, limit }: ProjectRows,
  which = Prisma.sql`true`,
): Promise<number> {
  // By the index: each step of a large project would read the part of the table that is empty by now.
  await prisma.$executeRaw`SET LOCAL enable_seqscan = off`;
  for (const table of tables) {
    const name = Prisma.raw(table);
    const removed = await prisma.$executeRaw`
      DELETE FROM ${name} WHERE project_id = ${projectId}::uuid AND ctid = ANY (ARRAY(
        SELECT ctid FROM ${name} WHERE project_id = ${projectId}::uuid AND ${which} LIMIT ${limit}))`;
    if (removed > 0) return removed;
  }
  return 0;
}
