import type { Actor, TaskAction } from '@writ/contracts';
import { newId, type Prisma, type Transaction } from '@writ/db';
import { insertAuditEntries } from '@writ/tenancy';
import { sumOf, type Extent, type LeftOut } from './task.ts';

export type NewTask = {
  projectId: string;
  action: TaskAction;
  filter: object;
  extent: Extent;
  /** Matches that no step meets: they count as left out from the start. */
  passedOver: LeftOut;
  /** The time of the request, by `momentOf`. */
  createTime: Date;
};

/**
 * Stores a task and who requested it; after the commit it is performed whatever happens to this process.
 * Returns its id.
 */
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

/** Rounded up to the millisecond of a `Date`: nothing that has happened is later. */
export async function momentOf(prisma: Prisma.TransactionClient): Promise<Date> {
  const [row] = await prisma.$queryRaw<{ at: Date }[]>`
    SELECT date_trunc('milliseconds', clock_timestamp() + interval '999 microseconds') AS at`;
  if (!row) throw new Error('The database returned no time.');
  return row.at;
}
