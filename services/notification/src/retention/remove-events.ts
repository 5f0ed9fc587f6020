import { idsBefore, type Prisma } from '@writ/db';

/** Removes the oldest events of a project that came in more than `ageMs` ago and have no delivery left. */
export const removeEvents = (
  prisma: Prisma.TransactionClient,
  { projectId, ageMs, limit }: { projectId: string; ageMs: number; limit: number },
): Promise<number> =>
  prisma.$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT e.id FROM event AS e
      WHERE e.project_id = ${projectId}::uuid AND e.id < (SELECT ${idsBefore(ageMs)})
        AND NOT EXISTS (SELECT FROM delivery AS d WHERE d.project_id = ${projectId}::uuid AND d.event_row_id = e.id)
      ORDER BY e.id
      LIMIT ${limit}
    )
    DELETE FROM event AS e USING old WHERE e.project_id = ${projectId}::uuid AND e.id = old.id`;
