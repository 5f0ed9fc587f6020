import type { LeftOutReason } from '@writ/contracts';
import { allOf, Prisma } from '@writ/db';
import type { Extent, StoredTask } from '@writ/task';
import type { OperationFilter } from '../read/operation-filter.ts';

/** Which operations of a project are meant, by the parameters of the request. */
export type Meant = {
  projectId: string;
  filter: OperationFilter & {
    /** To cancel auto batches, too, which hold records of several callers. */
    all?: boolean;
    /** To cancel what may have been sent, too. */
    force?: boolean;
  };
};

/** A task for operations, as far as it leads to the next ones. */
export type TaskOfOperations = Meant & Pick<StoredTask, 'createTime' | 'afterId'>;

/** The endpoint stored its filter, which it had checked. */
export const toTaskOfOperations = (task: StoredTask): StoredTask & TaskOfOperations => task;

/** SQL: the operation `o` was accepted before. */
export const isBefore = (at: Date): Prisma.Sql => Prisma.sql`o.create_time <= ${at}::timestamptz`;

/** SQL: the operation `o` was accepted before the task, and is not among those that it has passed. */
export const isNextOf = ({ createTime, afterId }: TaskOfOperations): Prisma.Sql =>
  allOf(isBefore(createTime), afterId !== null && Prisma.sql`o.id > ${afterId}::uuid`);

/** Counts by reason; null counts those with which something can be done. */
export function toExtent(rows: readonly { reason: LeftOutReason | null; count: number }[]): Extent {
  const extent: Extent = { count: 0, leftOut: {} };
  for (const { reason, count } of rows) {
    if (reason === null) extent.count += count;
    else extent.leftOut[reason] = (extent.leftOut[reason] ?? 0) + count;
  }
  return extent;
}
