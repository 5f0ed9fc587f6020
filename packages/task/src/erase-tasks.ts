import { removeOfProject, type Prisma, type ProjectRows } from '@writ/db';
import { toStoredTask, type StoredTask } from './task.ts';

/**
 * Stops running tasks about a group, removes its archives, and replaces its name in all tasks: in their
 * filters, and in who requested them. A running step is undone, or its chunk is seen here: both lock the
 * task.
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

/** Of a project's erasure: operations and all that makes new ones; events; the rest. */
export const erasureParts = { operations: 0, events: 1, rest: 2 } as const;

/** Rows that a step of it removes: well below a second. */
export const rowsPerStep = 1_000;

/** Running steps are undone. */
export const stopTasksOfProject = (prisma: Prisma.TransactionClient, projectId: string): Promise<number> =>
  prisma.$executeRaw`
    UPDATE task SET state = 'stopped', end_time = clock_timestamp()
    WHERE project_id = ${projectId}::uuid AND state = 'running'`;

/** The running erasure of a project; undefined if none is. */
export async function findProjectErasure(
  prisma: Prisma.TransactionClient,
  projectId: string,
): Promise<StoredTask | undefined> {
  const row = await prisma.task.findFirst({ where: { projectId, action: 'eraseProject', state: 'running' } });
  return row ? toStoredTask(row) : undefined;
}

/** From its next step on, the erasure waits for no write. */
export const forceProjectErasure = (
  prisma: Prisma.TransactionClient,
  { projectId, id }: Pick<StoredTask, 'projectId' | 'id'>,
): Promise<unknown> =>
  prisma.task.updateMany({ where: { projectId, id }, data: { filter: { force: true } } });

/** Removes the next tasks of a project, with results and archives, except one; returns the number of rows. */
export async function eraseTasksOfProject(
  prisma: Prisma.TransactionClient,
  rows: ProjectRows,
  exceptId: string,
): Promise<number> {
  const parts = await removeOfProject(prisma, ['task_item', 'task_chunk', 'operation_task'], rows);
  if (parts > 0) return parts;
  const { count } = await prisma.task.deleteMany({
    where: { projectId: rows.projectId, id: { not: exceptId } },
    limit: rows.limit,
  });
  return count;
}

/** Removes a task that has noted its end: it was the last row of its project. */
export const removeTask = (
  prisma: Prisma.TransactionClient,
  { projectId, id }: Pick<StoredTask, 'projectId' | 'id'>,
): Promise<unknown> => prisma.task.delete({ where: { projectId_id: { projectId, id } } });
