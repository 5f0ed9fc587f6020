import { allOf, Prisma } from '@writ/db';
import type { StoredTask } from '@writ/task';
import type { OperationFilter } from '../read/operation-filter.ts';

/** Which operations of a project are meant, by the parameters of the request. */
export type Meant = {
  projectId: string;
  filter: OperationFilter & {
    /** To cancel auto batches, too, which hold records of several callers. */
    all?: boolean;
    /** To cancel what may have been written, too. */
    force?: boolean;
  };
};

/** A task for operations, as far as it leads to the next ones. */
export type TaskOfOperations = Meant & Pick<StoredTask, 'createTime' | 'afterId'>;

/** SQL: the operation `o` was accepted before. */
export const isBefore = (at: Date): Prisma.Sql => Prisma.sql`o.create_time <= ${at}::timestamptz`;

/** SQL: the operation `o` was accepted before the task, and is not among those that it has passed. */
export const isNextOf = ({ createTime, afterId }: TaskOfOperations): Prisma.Sql =>
  allOf(isBefore(createTime), afterId !== null && Prisma.sql`o.id > ${afterId}::uuid`);
