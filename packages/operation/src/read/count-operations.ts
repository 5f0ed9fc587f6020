import type { Prisma } from '@writ/db';

export type OperationCounts = {
  time: Date;
  provider: string;
  objectName: string;
  accepted: number;
  ended: readonly { status: 'success' | 'failure'; fault?: string; count: number }[];
};

/** Latest first, in key order, so that only returned rows are read. */
export const countOperations = (
  prisma: Prisma.TransactionClient,
  projectId: string,
  { since, bucket, limit }: { since: Date; bucket: 'minute' | 'hour' | 'day'; limit: number },
): Promise<OperationCounts[]> =>
  prisma.$queryRaw<OperationCounts[]>`
    SELECT c.time, c.provider, c.object_name AS "objectName",
      coalesce(sum(c.count) FILTER (WHERE c.what = 'accepted'), 0)::float8 AS accepted,
      coalesce(jsonb_agg(jsonb_strip_nulls(
        jsonb_build_object('status', c.what, 'fault', nullif(c.fault, ''), 'count', c.count)
      )) FILTER (WHERE c.what <> 'accepted'), '[]') AS ended
    FROM operation_count c
    WHERE c.project_id = ${projectId}::uuid AND c.step = ${bucket}
      AND c.time >= date_trunc(${bucket}::text, ${since}::timestamptz, 'UTC')
    GROUP BY c.time, c.provider, c.object_name
    ORDER BY c.time DESC, c.provider DESC, c.object_name DESC
    LIMIT ${limit}`;

/** Oldest first; returns their number. */
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
