import { allOf, Prisma } from '@writ/db';
import type { StoredTask } from '@writ/task';
import type { OperationFilter } from '../read/operation-filter.ts';

/** Operations of a project chosen by a request's parameters. */
export type Meant = {
  projectId: string;
  filter: OperationFilter & {
    /** Cancels auto batches too, which hold records of several callers. */
    all?: boolean;
    /** Cancels operations that may have been written, too. */
    force?: boolean;
  };
};

export type TaskOfOperations = Meant & Pick<StoredTask, 'createTime' | 'afterId'>;

/** SQL. */
export const isBefore = (at: Date): Prisma.Sql => Prisma.sql`o.create_time <= ${at}::timestamptz`;

/** SQL: the operation `o` was accepted before the task, and comes after those it has passed. */
export const isNextOf = ({ createTime, afterId }: TaskOfOperations): Prisma.Sql =>
  allOf(isBefore(createTime), afterId !== null && Prisma.sql`o.id > ${afterId}::uuid`);
