import { databaseTime, type Prisma } from '@writ/db';
import { logOnlyNote } from '@writ/write-core';
import { retryScope } from './retry-scope.ts';
import type { OperationRow, OperationView } from '../operation.ts';

const hourMs = 3_600_000;

/** Operations as they are read, in the order of their rows. */
export async function toOperationViews(
  prisma: Prisma.TransactionClient,
  rows: readonly OperationRow[],
): Promise<OperationView[]> {
  const [now, recordIds, warnings, retries] = await Promise.all([
    timeFor(prisma, rows),
    writtenRecordIds(prisma, rows),
    warningsOf(prisma, rows),
    retriesOf(prisma, rows),
  ]);
  return rows.map((row) => ({
    ...row,
    ...progressOf(row, now),
    successfulRecordIds: row.writtenId === null ? (recordIds.get(row.id) ?? []) : [row.writtenId],
    warnings: warnings.get(row.id) ?? [],
    ...retries.get(row.id),
  }));
}

/** What has ended looks the same at any time. */
const timeFor = async (prisma: Prisma.TransactionClient, rows: readonly OperationRow[]): Promise<Date> =>
  rows.some(({ dueAt }) => dueAt) ? databaseTime(prisma) : new Date();

/**
 * The ids that the provider gave the records of ended operations which do not tell them by themselves: one row for each, since
 * a page may hold a hundred thousand of them.
 */
async function writtenRecordIds(
  prisma: Prisma.TransactionClient,
  rows: readonly OperationRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = rows.filter((row) => row.dueAt === null && row.writtenId === null && row.succeeded > 0);
  if (!asked[0]) return new Map();
  const found = await prisma.$queryRaw<{ id: string; recordIds: string[] }[]>`
    SELECT operation_id AS id, array_agg(record_id ORDER BY index) AS "recordIds" FROM operation_record
    WHERE project_id = ${asked[0].projectId}::uuid AND operation_id = ANY (${asked.map(({ id }) => id)}::uuid[])
      AND status = 'written' AND record_id IS NOT NULL
    GROUP BY operation_id`;
  return new Map(found.map(({ id, recordIds }) => [id, recordIds]));
}

/** As what those that failed were tried again. */
async function retriesOf(
  prisma: Prisma.TransactionClient,
  rows: readonly OperationRow[],
): Promise<ReadonlyMap<string, { retriedAs: string }>> {
  const failed = rows.filter((row) => row.mode === 'asynchronous' && row.dueAt === null && row.failed > 0);
  if (!failed[0]) return new Map();
  const keys = await prisma.idempotencyKey.findMany({
    where: { projectId: failed[0].projectId, scope: retryScope, key: { in: failed.map(({ id }) => id) } },
    select: { key: true, operationId: true },
  });
  return new Map(
    keys.flatMap(({ key, operationId }) =>
      operationId === null ? [] : [[key, { retriedAs: operationId }] as const],
    ),
  );
}

/** An auto batch may have a hundred; a person reads some. */
const mostWarnings = 10;

/** The notes in the logs of operations: they stand there alone, so that a write without any pays for nothing. */
async function warningsOf(
  prisma: Prisma.TransactionClient,
  rows: readonly OperationRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!rows[0]) return new Map();
  const found = await prisma.$queryRaw<{ id: string; warnings: string[] }[]>`
    SELECT given.id, noted.warnings
    FROM unnest(${rows.map(({ id }) => id)}::uuid[]) AS given (id)
    CROSS JOIN LATERAL (
      SELECT array_agg(msg ORDER BY first) AS warnings FROM (
        SELECT msg, min(id::text) AS first FROM operation_log
        WHERE project_id = ${rows[0].projectId}::uuid AND operation_id = given.id AND details ->> 'note' <> ${logOnlyNote}
        GROUP BY msg ORDER BY first LIMIT ${mostWarnings}) AS line
    ) AS noted
    WHERE noted.warnings IS NOT NULL`;
  return new Map(found.map(({ id, warnings }) => [id, warnings]));
}

/** Where it stands now. */
function progressOf(
  row: OperationRow,
  now: Date,
): Pick<OperationView, 'underWay' | 'nextAttempt' | 'deadline' | 'waiting'> {
  const { dueAt, deadlineAt } = row;
  // An attempt of a process that died is under way no longer than its lease.
  const underWay = row.claimed && row.leaseUntil !== null && row.leaseUntil > now;
  const isCollecting = row.stage === 'accumulating' && dueAt !== null;
  const deadline = isCollecting ? new Date(dueAt.getTime() + (row.deadlineHours ?? 0) * hourMs) : deadlineAt;
  const waiting = underWay ? undefined : waitingOf(row, now);
  const isFree = !underWay && !isCollecting && row.waitingOn === null && row.waitingFor === null;
  return {
    underWay,
    ...(isFree && dueAt && { nextAttempt: dueAt }),
    ...(deadline && { deadline }),
    ...(waiting && { waiting }),
  };
}

/** What it waits for by itself; nothing after its end. */
function waitingOf(
  { stage, dueAt, waitingOn, waitingFor, lastFault }: OperationRow,
  now: Date,
): OperationView['waiting'] {
  if (!dueAt) return undefined;
  if (stage === 'accumulating') return dueAt > now ? { reason: 'batch', until: dueAt } : undefined;
  if (waitingOn !== null) return { reason: 'order' };
  if (waitingFor !== null) return { reason: waitingFor, until: dueAt };
  if (dueAt <= now) return undefined;
  // What has no fault to wait for waits for the lease of an earlier write that was cancelled while it was sent.
  return { reason: lastFault === null ? 'order' : 'retry', until: dueAt };
}
