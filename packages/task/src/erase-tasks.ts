import type { Prisma } from '@writ/db';

/** Stops running tasks about a group, and replaces its name in all: in their filters, and in who requested them. */
export const eraseTasks = (
  prisma: Prisma.TransactionClient,
  { projectId, groupRef, mark, exceptId }: Record<'projectId' | 'groupRef' | 'mark' | 'exceptId', string>,
): Promise<number> =>
  prisma.$executeRaw`
    UPDATE task SET
      filter = CASE WHEN filter ->> 'groupRef' = ${groupRef} THEN jsonb_build_object('groupRef', ${mark}::text) ELSE filter END,
      by = CASE WHEN by ->> 'groupRef' = ${groupRef} THEN by || jsonb_build_object('groupRef', ${mark}::text) ELSE by END,
      end_time = CASE WHEN state = 'running' AND filter ->> 'groupRef' = ${groupRef} THEN clock_timestamp() ELSE end_time END,
      state = CASE WHEN state = 'running' AND filter ->> 'groupRef' = ${groupRef} THEN 'stopped' ELSE state END
    WHERE project_id = ${projectId}::uuid AND id <> ${exceptId}::uuid
      AND ${groupRef} IN (filter ->> 'groupRef', by ->> 'groupRef')`;
