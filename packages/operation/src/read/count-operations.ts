import type { Prisma } from '@writ/db';

/** How many operations took a step in a bucket; `fault` is empty where there is none. */
export type OperationCount = {
  time: Date;
  provider: string;
  objectName: string;
  what: 'accepted' | 'success' | 'failure';
  fault: string;
  count: number;
};

/** Days are told by their hours. */
const keptBy = { minute: 'minute', hour: 'hour', day: 'hour' } as const;

/**
 * What a project's operations came to from the bucket on that `since` is in, as counted in steps by who follows them: the
 * latest buckets first, and so many counts at most.
 */
export const countOperations = (
  prisma: Prisma.TransactionClient,
  projectId: string,
  { since, bucket, limit }: { since: Date; bucket: keyof typeof keptBy; limit: number },
): Promise<OperationCount[]> =>
  prisma.$queryRaw<OperationCount[]>`
    SELECT date_trunc(${bucket}::text, c.time, 'UTC') AS time, c.provider, c.object_name AS "objectName", c.what, c.fault,
      sum(c.count)::float8 AS count
    FROM operation_count c
    WHERE c.project_id = ${projectId}::uuid AND c.step = ${keptBy[bucket]}
      AND c.time >= date_trunc(${bucket}::text, ${since}::timestamptz, 'UTC')
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1 DESC, 2 DESC, 3 DESC, 4 DESC, 5 DESC
    LIMIT ${limit}`;

/** Removes the oldest counts of a project that are of a size and older than `ageMs`; gives how many there were. */
export const removeCounts = (
  prisma: Prisma.TransactionClient,
  { projectId, step, ageMs, limit }: { projectId: string; step: string; ageMs: number; limit: number },
): Promise<number> =>
  prisma.$executeRaw`
    DELETE FROM operation_count WHERE (project_id, step, time, provider, object_name, what, fault) IN (
      SELECT project_id, step, time, provider, object_name, what, fault FROM operation_count
      WHERE project_id = ${projectId}::uuid AND step = ${step}
        AND time < clock_timestamp() - ${ageMs} * interval '1 ms'
      ORDER BY time LIMIT ${limit})`;
