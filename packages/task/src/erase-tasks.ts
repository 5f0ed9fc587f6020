import type { Prisma } from '@writ/db';

/**
 * Stops running tasks about a group, removes its archives, and replaces its name in all tasks: in their filters, and in
 * who requested them. A step that is being made is undone, or its chunk is seen here: both lock the task.
 */
export async function eraseTasks(
  prisma: Prisma.TransactionClient,
  { projectId, groupRef, mark, exceptId }: Record<'projectId' | 'groupRef' | 'mark' | 'exceptId', string>,
): Promise<void> {
  const erased = await prisma.$queryRaw<{ id: string }[]>`
    UPDATE task SET
      filter = CASE WHEN filter ->> 'groupRef' = ${groupRef} THEN jsonb_build_object('groupRef', ${mark}::text) ELSE filter END,
      by = CASE WHEN by ->> 'groupRef' = ${groupRef} THEN by || jsonb_build_object('groupRef', ${mark}::text) ELSE by END,
      end_time = CASE WHEN state = 'running' AND filter ->> 'groupRef' = ${groupRef} THEN clock_timestamp() ELSE end_time END,
      state = CASE WHEN state = 'running' AND filter ->> 'groupRef' = ${groupRef} THEN 'stopped' ELSE state END
    WHERE project_id = ${projectId}::uuid AND id <> ${exceptId}::uuid
      AND ${groupRef} IN (filter ->> 'groupRef', by ->> 'groupRef')
    RETURNING id`;
  await prisma.taskChunk.deleteMany({ where: { projectId, taskId: { in: erased.map(({ id }) => id) } } });
}
