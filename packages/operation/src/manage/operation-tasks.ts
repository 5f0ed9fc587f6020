import { columnsOf, newId, Prisma } from '@writ/db';
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
  };
};

/** Stores a task: from now on it is carried out, whatever becomes of this process. Its `createTime` is database time. */
export async function addTask(
  prisma: Prisma.TransactionClient,
  task: Omit<OperationTask, 'id' | 'afterId'>,
): Promise<void> {
  await prisma.operationTask.create({ data: { ...task, id: newId(), turnTime: task.createTime } });
}

/** The task whose last step is the longest ago; it has its turn now, so that a long one does not keep others waiting. */
export async function nextTask(prisma: Prisma.TransactionClient): Promise<OperationTask | undefined> {
  const [task] = await prisma.$queryRaw<OperationTask[]>`
    UPDATE operation_task t SET turn_time = clock_timestamp()
    FROM (SELECT project_id, id FROM operation_task ORDER BY turn_time LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
    WHERE t.project_id = next.project_id AND t.id = next.id
    RETURNING ${columnsOf('t', Prisma.OperationTaskScalarFieldEnum)}`;
  return task;
}

/** Notes, in the transaction of the step, how far a task has come. */
export async function moveTask(
  prisma: Prisma.TransactionClient,
  { projectId, id }: OperationTask,
  afterId: string,
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
