import type { Actor, LeftOutReason } from '@writ/contracts';
import { allOf, columnsOf, Prisma, type Database, type Transaction } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { sumOf, toExtent, type Extent, type LeftOut } from '@writ/task';
import { insertAuditEntries, type Act } from '@writ/tenancy';
import { resultTexts } from '@writ/write-core';
import { eventContexts, type Announcement, type EventContext } from '../attempt/announcement.ts';
import type { EndedRecord } from '../attempt/ended-records.ts';
import { writeAsyncDone } from '../attempt/write-async-done.ts';
import { feedEnded } from '../follow/feed.ts';
import type { OperationRow, OperationTarget } from '../operation.ts';
import { holdWhileLeased, isOrdered, leaveRecordOrder, lockRecordOrder } from '../order/record-order.ts';
import { isOfSpan, matchesFilter } from '../read/operation-filter.ts';
import { isBefore, isNextOf, type Meant, type TaskOfOperations } from './meant.ts';

const isOpen = Prisma.sql`o.due_at IS NOT NULL`;
/** SQL: nothing of `o` can have been written, and no worker is about to send it. */
export const nothingWritten = Prisma.sql`(NOT o.claimed AND o.attempt = o.unsent_attempts)`;

const columns = columnsOf('o', Prisma.OperationScalarFieldEnum);

export type CancelRequest = {
  projectId: string;
  ids: readonly string[];
  /** Also auto batches, which hold records of several callers. */
  sharedToo: boolean;
  /** Also what may have been written; it ends as ambiguous. */
  force: boolean;
  /** Absent for a task's step; the task records who started it. */
  by?: Actor;
  /** Called in the transaction. */
  note?: (tx: Transaction, ids: readonly string[]) => Promise<void>;
};

const isChosen = ({ projectId, ids, force }: CancelRequest): Prisma.Sql =>
  allOf(
    Prisma.sql`o.project_id = ${projectId}::uuid`,
    Prisma.sql`o.id = ANY (${ids}::uuid[])`,
    isOpen,
    !force && nothingWritten,
  );

/** `lanes` to wake: operations behind the cancelled ones are due. */
export type Cancelled = { ids: readonly string[]; lanes: readonly string[] };

/**
 * Ends operations of which nothing can have been written, by force also others: as failures, out of their
 * records' lines, with their events, in one transaction.
 *
 * Force fences the running attempt: it can neither settle nor renew. It may still be sent until its lease
 * expires, so the next update of its records waits for that. Of a concurrent settlement and cancellation the
 * first to lock the row wins.
 *
 * Lock order, as in acceptance: open batches, record lines, operations, lanes.
 */
export async function cancelOperations(
  { prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>,
  request: CancelRequest,
  announcement: Announcement,
): Promise<Cancelled> {
  const chosen = await prisma.$queryRaw<
    OperationRow[]
  >`SELECT ${columns} FROM operation o WHERE ${isChosen(request)}`;
  if (chosen.length === 0 && !request.note) return { ids: [], lanes: [] };
  const contextOf = await eventContexts(announcement, chosen);
  // Operations that become cancellable meanwhile lack facts and locks.
  const known = { ...request, ids: chosen.map(({ id }) => id) };
  return transaction(async (tx) => {
    const collecting = request.sharedToo ? await end(tx.prisma, known, isCollecting) : [];
    await lockRecordOrder(tx.sql, chosen.filter(isOrdered));
    const others = await end(tx.prisma, known, request.sharedToo ? isNotCollecting : isUnshared);
    const ended = [...collecting, ...others];
    const events = await endRecords(tx.prisma, ended, contextOf);
    const left = ended.filter(isOrdered).map(({ id }) => id);
    if (request.force) await holdWhileLeased(tx.sql, left);
    const lanes = await leaveRecordOrder(tx.sql, left);
    await feedEnded(tx.sql, ended);
    await addToOutbox(tx.sql, events);
    if (request.by) await insertAuditEntries(tx.prisma, request.by, ...ended.map(cancelledAct));
    const ids = ended.map(({ id }) => id);
    await request.note?.(tx, ids);
    return { ids, lanes };
  });
}

const cancelledAct = ({ projectId, id, status, result, ambiguous }: Ended): Act => ({
  resource: 'operation',
  after: { projectId, id, status, result, ambiguous },
});

/** `unsure`: something may have been written. */
type Ended = OperationRow & { unsure: boolean };

const isCollecting = Prisma.sql`o.stage = 'accumulating'`;
const isNotCollecting = Prisma.sql`o.stage IS DISTINCT FROM 'accumulating'`;
const isUnshared = Prisma.sql`o.stage IS NULL`;

/**
 * Decides against concurrent claims. A collecting batch stops, so the next record of its key opens another.
 */
const end = (
  prisma: Prisma.TransactionClient,
  request: CancelRequest,
  isOfStage: Prisma.Sql,
): Promise<Ended[]> =>
  prisma.$queryRaw<Ended[]>`
    WITH chosen AS (
      SELECT o.project_id, o.id, NOT ${nothingWritten} AS unsure
      FROM operation o WHERE ${isChosen(request)} AND ${isOfStage} ORDER BY o.id FOR UPDATE
    )
    UPDATE operation o
    SET status = 'failure', result = ${resultTexts.cancelled()}, fault = 'cancelled', failed = o.record_count - o.succeeded, due_at = NULL,
      claimed = false, ambiguous = o.ambiguous OR chosen.unsure, update_time = clock_timestamp(), stage = CASE WHEN o.stage = 'accumulating' THEN 'executing' ELSE o.stage END
    FROM chosen WHERE o.project_id = chosen.project_id AND o.id = chosen.id
    RETURNING ${columns}, chosen.unsure`;

/** A separate statement sees records that joined a batch meanwhile. */
async function endRecords(
  prisma: Prisma.TransactionClient,
  operations: readonly Ended[],
  contextOf: (operation: OperationTarget) => EventContext,
) {
  const [first] = operations;
  if (!first) return [];
  const result = resultTexts.cancelled();
  const recordsOf = (some: readonly Ended[]) => ({
    projectId: first.projectId,
    operationId: { in: some.map(({ id }) => id) },
  });
  for (const [unsure, some] of Map.groupBy(operations, (operation) => operation.unsure)) {
    await prisma.operationRecord.updateMany({
      where: { ...recordsOf(some), status: 'pending' },
      data: { status: 'failed', errors: [{ message: result }], ...(unsure && { ambiguous: true }) },
    });
  }
  const records = await prisma.operationRecord.findMany({
    where: recordsOf(operations),
    // Not the plans: 100 operations may have 8 MiB each.
    select: {
      operationId: true,
      index: true,
      status: true,
      recordId: true,
      created: true,
      errors: true,
    },
  });
  const byOperation = Map.groupBy(records as EndedRecord[], ({ operationId }) => operationId);
  return operations.map((operation) => {
    const own = (byOperation.get(operation.id) ?? []).toSorted((a, b) => a.index - b.index);
    return writeAsyncDone(operation, { ...operation, status: 'failure', result }, own, contextOf(operation));
  });
}

/** SQL: null if the open operation `o` can be cancelled. */
const leftOutReason = ({ filter }: Meant): Prisma.Sql => Prisma.sql`CASE
  WHEN ${filter.all !== true} AND o.stage IS NOT NULL THEN 'autoBatch'
  WHEN ${filter.force !== true} AND NOT ${nothingWritten} THEN 'sent' END`;

const isMeant = ({ projectId, filter }: Meant): Prisma.Sql =>
  allOf(isOpen, isOfSpan(projectId, filter), matchesFilter(filter));

/** Well below a second. */
const mostCounted = 100_000;

/** Counts the oldest `most` operations accepted before `at`, after `afterId`. */
export async function countCancellable(
  prisma: Prisma.TransactionClient,
  which: Meant,
  at: Date,
  { afterId, most = mostCounted }: { afterId?: string | undefined; most?: number } = {},
): Promise<Extent> {
  const isBehind = afterId !== undefined && Prisma.sql`o.id > ${afterId}::uuid`;
  const isThere = allOf(isMeant(which), isBefore(at), isBehind);
  const rows = await prisma.$queryRaw<{ reason: LeftOutReason | null; count: number; last: string }[]>`
    SELECT reason, count(*)::int AS count, max(id::text) AS last
    FROM (SELECT o.id, ${leftOutReason(which)} AS reason FROM operation o WHERE ${isThere} ORDER BY o.id LIMIT ${most}) AS oldest
    GROUP BY reason`;
  const extent = toExtent(rows);
  const isAll = extent.count + sumOf(extent.leftOut) < most;
  return {
    ...extent,
    ...(!isAll && {
      countedTo: rows
        .map(({ last }) => last)
        .toSorted()
        .at(-1),
    }),
  };
}

/** Counts all operations accepted before `at`. */
export async function countUncancellable(
  prisma: Prisma.TransactionClient,
  which: Meant,
  at: Date,
): Promise<LeftOut> {
  const isThere = allOf(isMeant(which), isBefore(at));
  const rows = await prisma.$queryRaw<{ reason: LeftOutReason | null; count: number }[]>`
    SELECT ${leftOutReason(which)} AS reason, count(*)::int AS count FROM operation o WHERE ${isThere} GROUP BY 1`;
  return toExtent(rows).leftOut;
}

export async function newestCancellable(
  prisma: Prisma.TransactionClient,
  which: Meant,
  limit: number,
): Promise<readonly OperationRow[]> {
  const isIt = allOf(isMeant(which), Prisma.sql`${leftOutReason(which)} IS NULL`);
  return prisma.$queryRaw<OperationRow[]>`
    SELECT ${columns} FROM operation o WHERE ${isIt} ORDER BY o.id DESC LIMIT ${limit}`;
}

export async function listCancellable(
  prisma: Prisma.TransactionClient,
  task: TaskOfOperations,
  limit: number,
): Promise<readonly string[]> {
  const isIt = allOf(isMeant(task), isNextOf(task), Prisma.sql`${leftOutReason(task)} IS NULL`);
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT o.id FROM operation o WHERE ${isIt} ORDER BY o.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
