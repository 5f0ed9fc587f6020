import type { Actor } from '@writ/contracts';
import { allOf, columnsOf, newId, Prisma, type Database } from '@writ/db';
import { insertAuditEntries } from '@writ/tenancy';
import type { OperationFilter } from '../read/operation-filter.ts';

/** What is to be done with all operations that match, a step at a time. Those accepted after its `createTime` are left alone. */
export type OperationTask = Pick<
  Prisma.OperationTaskModel,
  'projectId' | 'id' | 'afterId' | 'requestId' | 'createTime'
> & {
  action: 'cancel' | 'retry';
  filter: OperationFilter & {
    /** To cancel auto batches, too, which hold records of several callers. */
    sharedToo?: boolean;
    /** To cancel what may have been sent, too. */
    force?: boolean;
  };
};

/** Which operations of a project are meant. */
export type Meant = Pick<OperationTask, 'projectId' | 'filter'>;

/**
 * Stores a task, and who asks for how many operations: from now on it is carried out, whatever becomes of this process. Its
 * `createTime` is database time.
 */
export const addTask = (
  { transaction }: Pick<Database, 'transaction'>,
  { count, ...given }: Omit<OperationTask, 'id' | 'afterId'> & { count: number },
  by: Actor,
): Promise<void> =>
  transaction(async ({ prisma }) => {
    const task = { ...given, id: newId() };
    await prisma.operationTask.create({ data: { ...task, turnTime: task.createTime } });
    const { requestId, ...after } = { ...task, count };
    await insertAuditEntries(prisma, by, { resource: 'operationTask', after });
  });

/** The task whose last step is the longest ago; it has its turn now, so that a long one does not keep others waiting. */
export async function nextTask(prisma: Prisma.TransactionClient): Promise<OperationTask | undefined> {
  const [task] = await prisma.$queryRaw<OperationTask[]>`
    UPDATE operation_task t SET turn_time = clock_timestamp()
    FROM (SELECT project_id, id FROM operation_task ORDER BY turn_time LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
    WHERE t.project_id = next.project_id AND t.id = next.id
    RETURNING ${columnsOf('t', Prisma.OperationTaskScalarFieldEnum)}`;
  return task;
}

/** Notes how far a task has come: up to this operation; null where it begins anew. */
export async function moveTask(
  prisma: Prisma.TransactionClient,
  { projectId, id }: OperationTask,
  afterId: string | null,
): Promise<void> {
  await prisma.operationTask.updateMany({ where: { projectId, id }, data: { afterId } });
}

/** A task that is done is forgotten. */
export async function removeTask(
  prisma: Prisma.TransactionClient,
  { projectId, id }: OperationTask,
): Promise<void> {
  await prisma.operationTask.deleteMany({ where: { projectId, id } });
}

/** SQL: the operation `o` was accepted before the task, and is not among those that it has passed. */
export const isNextOf = ({ createTime, afterId }: OperationTask): Prisma.Sql =>
  allOf(
    Prisma.sql`o.create_time <= ${createTime}::timestamptz`,
    afterId !== null && Prisma.sql`o.id > ${afterId}::uuid`,
  );

/** How many operations are meant now, and which moment that is, in database time. */
export async function countMeant(
  prisma: Prisma.TransactionClient,
  isMeant: Prisma.Sql,
): Promise<{ count: number; at: Date }> {
  const [row] = await prisma.$queryRaw<{ count: number; at: Date }[]>`
    SELECT count(*)::int AS count, clock_timestamp() AS at FROM operation o WHERE ${isMeant}`;
  if (!row) throw new Error('a count gave no row');
  return row;
}
