import type { Prisma } from '@writ/db';

/**
 * Takes over tasks of the previous release as far as they have come; returns their number. A step made there
 * meanwhile is found done. Times are rounded up as by `momentOf`.
 */
export const takeOverTasks = (prisma: Prisma.TransactionClient): Promise<number> =>
  prisma.$executeRaw`
    WITH old AS (DELETE FROM operation_task RETURNING *)
    INSERT INTO task (project_id, id, action, filter, after_id, request_id, create_time, turn_time)
    SELECT project_id, id, action,
      filter - 'sharedToo' || CASE filter ->> 'sharedToo' WHEN 'true' THEN '{"all": true}'::jsonb ELSE '{}' END,
      after_id, request_id, date_trunc('milliseconds', create_time + interval '999 microseconds'), turn_time
    FROM old`;
