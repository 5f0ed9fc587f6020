import { allOf, Prisma } from '@writ/db';
import { isOfSpan, matchesFilter } from '../read/operation-filter.ts';
import { nothingSent } from './cancel-operations.ts';
import { countMeant, isNextOf, type OperationTask } from './operation-tasks.ts';

/** Which operations are meant: those that match and are open to what is to be done. */
type Cancellable = Pick<OperationTask, 'projectId' | 'filter'>;

const isMeant = ({ projectId, filter }: Cancellable): Prisma.Sql =>
  allOf(
    nothingSent,
    filter.sharedToo !== true && Prisma.sql`o.stage IS NULL`,
    isOfSpan(projectId, filter),
    matchesFilter(filter),
  );

/** How many operations could be cancelled now, and which moment that is, in database time. */
export const countCancellable = (
  prisma: Prisma.TransactionClient,
  which: Cancellable,
): Promise<{ count: number; at: Date }> => countMeant(prisma, isMeant(which));

/** The next of a task's operations that can be cancelled, by id. */
export async function listCancellable(
  prisma: Prisma.TransactionClient,
  task: OperationTask,
  limit: number,
): Promise<readonly string[]> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT o.id FROM operation o WHERE ${isMeant(task)} AND ${isNextOf(task)} ORDER BY o.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
