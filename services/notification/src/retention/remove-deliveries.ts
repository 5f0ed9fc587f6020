import { idsBefore, type Prisma } from '@writ/db';

/** Removes the oldest deliveries of a project that came to rest more than `ageMs` ago; gives how many there were. */
export const removeDeliveries = (
  prisma: Prisma.TransactionClient,
  { projectId, ageMs, limit }: { projectId: string; ageMs: number; limit: number },
): Promise<number> =>
  // Delivered, failed and held ones alike; one that is just being sent again is passed over.
  prisma.$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT d.id FROM delivery AS d
      WHERE d.project_id = ${projectId}::uuid AND d.id < (SELECT ${idsBefore(ageMs)})
        AND d.due_at IS NULL AND d.update_time < clock_timestamp() - ${ageMs} * interval '1 ms'
      ORDER BY d.id
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ), attempts AS (
      DELETE FROM delivery_attempt AS a USING old WHERE a.project_id = ${projectId}::uuid AND a.delivery_id = old.id
    )
    DELETE FROM delivery AS d USING old WHERE d.project_id = ${projectId}::uuid AND d.id = old.id`;
