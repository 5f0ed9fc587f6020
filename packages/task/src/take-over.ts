import type { Prisma } from '@writ/db';

/**
 * Takes over what processes of the release before have stored, as far as they have come; gives how many there were. One of
 * them may be making a step: what it does is done, and found done by the step that is made here.
 *
 * A `Date` is read without the microseconds: up to the next millisecond, as in `momentOf`, nothing is left out that was
 * there when the task was asked for.
 */
export const takeOverTasks = (prisma: Prisma.TransactionClient): Promise<number> =>
  prisma.$executeRaw`
    WITH old AS (DELETE FROM operation_task RETURNING *)
    INSERT INTO task (project_id, id, action, filter, after_id, request_id, create_time, turn_time)
    SELECT project_id, id, action,
      filter - 'sharedToo' || CASE filter ->> 'sharedToo' WHEN 'true' THEN '{"all": true}'::jsonb ELSE '{}' END,
      after_id, request_id, date_trunc('milliseconds', create_time + interval '999 microseconds'), turn_time
    FROM old`;
