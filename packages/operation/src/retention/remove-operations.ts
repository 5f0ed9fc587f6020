import { idsBefore, type Prisma } from '@writ/db';

/**
 * Removes the oldest operations of a project that ended more than `ageMs` ago, with their records and logs. Gives how
 * many there were.
 */
export const removeOperations = (
  prisma: Prisma.TransactionClient,
  { projectId, ageMs, limit }: { projectId: string; ageMs: number; limit: number },
): Promise<number> =>
  // Places in line are gone since the operation ended; should one have been left behind, it goes with its operation.
  prisma.$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT o.id FROM operation o
      WHERE o.project_id = ${projectId}::uuid AND o.id < (SELECT ${idsBefore(ageMs)})
        AND o.due_at IS NULL AND o.update_time < clock_timestamp() - ${ageMs} * interval '1 ms'
      ORDER BY o.id
      LIMIT ${limit}
    ), records AS (
      DELETE FROM operation_record r USING old WHERE r.project_id = ${projectId}::uuid AND r.operation_id = old.id
    ), logs AS (
      DELETE FROM operation_log l USING old WHERE l.project_id = ${projectId}::uuid AND l.operation_id = old.id
    ), places AS (
      DELETE FROM operation_order_key k USING old WHERE k.operation_id = old.id
    )
    DELETE FROM operation o USING old WHERE o.project_id = ${projectId}::uuid AND o.id = old.id`;
