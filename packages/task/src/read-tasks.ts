import type { Actor, TaskAction, TaskState } from '@writ/contracts';
import { isId, Prisma, type Transaction } from '@writ/db';
import { insertAuditEntries } from '@writ/tenancy';
import { toStoredTask, type StoredTask } from './task.ts';

/** Undefined if the project has none with this id. */
export async function findTask(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<StoredTask | undefined> {
  const row = isId(id) && (await prisma.task.findUnique({ where: { projectId_id: { projectId, id } } }));
  return row ? toStoredTask(row) : undefined;
}

/** Newest first; `nextBelow` if more follow. */
export async function listTasks(
  prisma: Prisma.TransactionClient,
  which: { projectId: string; actions: readonly TaskAction[]; state?: TaskState | undefined },
  { limit, beforeId }: { limit: number; beforeId: string | undefined },
): Promise<{ tasks: StoredTask[]; nextBelow?: string }> {
  const { projectId, actions, state } = which;
  const rows = await prisma.task.findMany({
    where: {
      projectId,
      action: { in: [...actions] },
      ...(state && { state }),
      ...(beforeId !== undefined && { id: { lt: beforeId } }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const tasks = rows.slice(0, limit).map(toStoredTask);
  const last = tasks.at(-1);
  return { tasks, ...(rows.length > limit && last && { nextBelow: last.id }) };
}

/** Uncommitted steps are undone. An ended task stays as it is, without an audit entry. */
export async function stopTask(
  { prisma }: Transaction,
  { projectId, id }: Pick<StoredTask, 'projectId' | 'id'>,
  by: Actor,
): Promise<void> {
  const stopped = await prisma.$executeRaw`
    UPDATE task SET state = 'stopped', update_time = clock_timestamp(), end_time = clock_timestamp()
    WHERE project_id = ${projectId}::uuid AND id = ${id}::uuid AND state = 'running'`;
  if (stopped === 0) return;
  const before = { id, projectId, state: 'running' };
  const after = { id, projectId, state: 'stopped' };
  await insertAuditEntries(prisma, by, { resource: 'task', before, after });
}

/** SQL: the row is a result of a task; false for a text that is no id. */
export const cameOfTask = (
  taskId: string,
  { projectId, id }: Readonly<Record<'projectId' | 'id', Prisma.Sql>>,
): Prisma.Sql =>
  isId(taskId)
    ? Prisma.sql`EXISTS (
  SELECT FROM task_item i WHERE i.project_id = ${projectId} AND i.task_id = ${taskId}::uuid AND i.id = ${id})`
    : Prisma.sql`false`;
