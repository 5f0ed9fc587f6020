import type { Prisma } from '@writ/db';

/** Removes results of tasks that ended more than `ageMs` ago, then the tasks; returns the number of rows. */
export const removeTasks = (
  prisma: Prisma.TransactionClient,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<number> =>
  prisma.$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT project_id, id FROM task WHERE end_time < clock_timestamp() - ${ageMs} * interval '1 ms'
    ), items AS (
      SELECT i.project_id, i.task_id, i.id FROM task_item i JOIN old ON i.project_id = old.project_id AND i.task_id = old.id
      LIMIT ${limit}
    ), removed AS (
      DELETE FROM task_item i USING items
      WHERE i.project_id = items.project_id AND i.task_id = items.task_id AND i.id = items.id
      RETURNING 1
    ), gone AS (
      DELETE FROM task t USING old
      WHERE t.project_id = old.project_id AND t.id = old.id
        AND NOT EXISTS (SELECT FROM task_item i WHERE i.project_id = t.project_id AND i.task_id = t.id)
        AND NOT EXISTS (SELECT FROM task_chunk c WHERE c.project_id = t.project_id AND c.task_id = t.id)
      RETURNING 1
    )
    SELECT FROM removed UNION ALL SELECT FROM gone`;
