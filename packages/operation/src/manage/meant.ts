import { allOf, Prisma } from '@writ/db';
import type { StoredTask } from '@writ/task';
import type { OperationFilter } from '../read/operation-filter.ts';

export type Meant = {
  projectId: string;
  filter: OperationFilter & {
    /** Cancels auto batches, too. */
    all?: boolean;
    /** Cancels what may have been written, too. */
    force?: boolean;
  };
};

export type TaskOfOperations = Meant & Pick<StoredTask, 'createTime' | 'afterId'>;

export const isBefore = (at: Date): Prisma.Sql => Prisma.sql`o.create_time <= ${at}::timestamptz`;

/** SQL: accepted before the task, and not yet passed by it. */
export const isNextOf = ({ createTime, afterId }: TaskOfOperations): Prisma.Sql =>
  allOf(isBefore(createTime), afterId !== null && Prisma.sql`o.id > ${afterId}::uuid`);
