import { allOf, columnsOf, Prisma, type Database } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { resultTexts } from '@writ/write-core';
import { factsOf, type Announcement, type Told } from '../attempt/announcement.ts';
import type { EndedRecord } from '../attempt/ended-records.ts';
import { writeAsyncDone } from '../attempt/write-async-done.ts';
import type { OperationRow, OperationTarget } from '../operation.ts';
import { leaveRecordOrder, lockRecordOrder } from '../order/record-order.ts';
import { isOfSpan, matchesFilter } from '../read/operation-filter.ts';
import { countMeant, isNextOf, type Meant, type OperationTask } from './operation-tasks.ts';

/** SQL: nothing of the operation `o` has been sent, and nobody is about to. */
const nothingSent = Prisma.sql`o.due_at IS NOT NULL AND NOT o.claimed AND o.attempt = o.unsent_attempts`;

const columns = columnsOf('o', Prisma.OperationScalarFieldEnum);

/** Which operations of a project are to be cancelled. */
export type CancelRequest = {
  projectId: string;
  ids: readonly string[];
  /** Auto batches as well, which hold records of several callers. */
  sharedToo: boolean;
};

const isChosen = ({ projectId, ids }: CancelRequest): Prisma.Sql =>
  Prisma.sql`o.project_id = ${projectId}::uuid AND o.id = ANY (${ids}::uuid[]) AND ${nothingSent}`;

/** Operations that have just been cancelled, and the lanes to be woken: what stood in line behind them is due now. */
export type Cancelled = { ids: readonly string[]; lanes: readonly string[] };

/**
 * Cancels those of the operations of which nothing has been sent: they end as failures, leave the lines of their records,
 * and their events are written in the same transaction.
 *
 * Locks are taken in the order in which acceptance takes them: open batches, lines of lanes, operations, lanes.
 */
export async function cancelOperations(
  { prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>,
  request: CancelRequest,
  announcement: Announcement,
): Promise<Cancelled> {
  const chosen = await prisma.$queryRaw<
    OperationRow[]
  >`SELECT ${columns} FROM operation o WHERE ${isChosen(request)}`;
  if (chosen.length === 0) return { ids: [], lanes: [] };
  const told = await factsOf(announcement, chosen);
  return transaction(async (tx) => {
    const collecting = request.sharedToo ? await end(tx.prisma, request, isCollecting) : [];
    await lockRecordOrder(tx.sql, chosen.filter(isUpdate));
    const others = await end(tx.prisma, request, request.sharedToo ? isNotCollecting : isUnshared);
    const ended = [...collecting, ...others];
    const events = await endRecords(tx.prisma, ended, told);
    const lanes = await leaveRecordOrder(
      tx.sql,
      ended.filter(isUpdate).map(({ id }) => id),
    );
    await addToOutbox(tx.sql, events);
    return { ids: ended.map(({ id }) => id), lanes };
  });
}

const isUpdate = ({ type }: OperationRow): boolean => type === 'update';

const isCollecting = Prisma.sql`o.stage = 'accumulating'`;
const isNotCollecting = Prisma.sql`o.stage IS DISTINCT FROM 'accumulating'`;
const isUnshared = Prisma.sql`o.stage IS NULL`;

/**
 * The statement decides: an operation that a worker takes at the same moment is either cancelled before, or passed over
 * here. A batch that collects stops collecting, so that the next record of its key opens another one.
 */
const end = (
  prisma: Prisma.TransactionClient,
  request: CancelRequest,
  isOfStage: Prisma.Sql,
): Promise<OperationRow[]> =>
  prisma.$queryRaw<OperationRow[]>`
    WITH chosen AS (
      SELECT o.project_id, o.id FROM operation o WHERE ${isChosen(request)} AND ${isOfStage} ORDER BY o.id FOR UPDATE
    )
    UPDATE operation o
    SET status = 'failure', result = ${resultTexts.cancelled()}, failed = o.record_count, due_at = NULL,
      update_time = clock_timestamp(), stage = CASE WHEN o.stage = 'accumulating' THEN 'executing' ELSE o.stage END
    FROM chosen WHERE o.project_id = chosen.project_id AND o.id = chosen.id
    RETURNING ${columns}`;

/**
 * Ends the records of these operations, too, and gives the operations' events. A statement of its own: records that came
 * into a batch while it was waited for are seen by it alone.
 */
async function endRecords(
  prisma: Prisma.TransactionClient,
  operations: readonly OperationRow[],
  told: (operation: OperationTarget) => Told,
) {
  const [first] = operations;
  if (!first) return [];
  const result = resultTexts.cancelled();
  const records = await prisma.operationRecord.updateManyAndReturn({
    where: {
      projectId: first.projectId,
      operationId: { in: operations.map(({ id }) => id) },
      status: 'pending',
    },
    data: { status: 'failed', errors: [{ message: result }] },
    // Not what was planned: there may be 100 operations of 8 MiB.
    select: { operationId: true, index: true, status: true, recordId: true, errors: true },
  });
  const byOperation = Map.groupBy(records as EndedRecord[], ({ operationId }) => operationId);
  return operations.map((operation) => {
    const own = (byOperation.get(operation.id) ?? []).toSorted((a, b) => a.index - b.index);
    return writeAsyncDone(operation, { ...operation, status: 'failure', result }, own, told(operation));
  });
}

const isMeant = ({ projectId, filter }: Meant): Prisma.Sql =>
  allOf(
    nothingSent,
    filter.sharedToo !== true && Prisma.sql`o.stage IS NULL`,
    isOfSpan(projectId, filter),
    matchesFilter(filter),
  );

/** How many operations could be cancelled now, and which moment that is, in database time. */
export const countCancellable = (
  prisma: Prisma.TransactionClient,
  which: Meant,
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
