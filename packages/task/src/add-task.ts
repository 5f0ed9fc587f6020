import type { Actor, TaskAction } from '@writ/contracts';
import { newId, type Prisma, type Transaction } from '@writ/db';
import { insertAuditEntries } from '@writ/tenancy';
import { sumOf, type Extent, type LeftOut } from './task.ts';

/** What is to be done with all that match a filter. */
export type NewTask = {
  projectId: string;
  action: TaskAction;
  /** The parameters that it was asked for with. */
  filter: object;
  extent: Extent;
  /** Those that its steps do not meet: they count as left out from the start. */
  passedOver: LeftOut;
  /** When it was asked for, as `momentOf` tells it. */
  createTime: Date;
};

/** Stores a task, and who asks for it: from now on it is carried out, whatever becomes of this process. Gives its id. */
export async function addTask({ prisma }: Transaction, given: NewTask, actor: Actor): Promise<string> {
  const { projectId, action, extent, passedOver, createTime } = given;
  const filter = given.filter as Prisma.InputJsonObject;
  const { requestId, action: _endpoint, ...by } = actor;
  const task = { id: newId(), projectId, action, filter, count: extent.count };
  const matched = extent.count + sumOf(extent.leftOut);
  await prisma.task.create({
    data: {
      ...task,
      matched,
      countedTo: extent.countedTo ?? null,
      requestId,
      by,
      createTime,
      leftOut: passedOver,
      updateTime: createTime,
      turnTime: createTime,
    },
  });
  await insertAuditEntries(prisma, actor, { resource: 'task', after: task });
  return task.id;
}

/** This moment in database time, to the next millisecond: a `Date` has no more, and nothing that has happened may be later. */
export async function momentOf(prisma: Prisma.TransactionClient): Promise<Date> {
  const [row] = await prisma.$queryRaw<{ at: Date }[]>`
    SELECT date_trunc('milliseconds', clock_timestamp() + interval '999 microseconds') AS at`;
  if (!row) throw new Error('The database told no time.');
  return row.at;
}
