import { databaseTime, type Prisma } from '@writ/db';
import { logOnlyNote } from '@writ/write-core';
import { recordLabels } from './record-labels.ts';
import { retryScope } from './retry-scope.ts';
import type { OperationRow, OperationView } from '../operation.ts';

const hourMs = 3_600_000;

export async function toOperationViews(
  prisma: Prisma.TransactionClient,
  rows: readonly OperationRow[],
): Promise<OperationView[]> {
  const [now, recordIds, warnings, labels, retries] = await Promise.all([
    timeFor(prisma, rows),
    writtenRecordIds(prisma, rows),
    warningsOf(prisma, rows),
    recordLabels(prisma, rows),
    retriesOf(prisma, rows),
  ]);
  return rows.map((row) => ({
    ...row,
    ...progressOf(row, now),
    successfulRecordIds: row.writtenId === null ? (recordIds.get(row.id) ?? []) : [row.writtenId],
    warnings: warnings.get(row.id) ?? [],
    label: labels.get(row.id),
    ...retries.get(row.id),
  }));
}

const timeFor = async (prisma: Prisma.TransactionClient, rows: readonly OperationRow[]): Promise<Date> =>
  rows.some(({ dueAt }) => dueAt) ? databaseTime(prisma) : new Date();

/** For operations without `writtenId`; a page may hold 100,000 ids. */
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

/** An auto batch may have a hundred. */
const mostWarnings = 10;

/** Only logs store notes, so writes without any cost nothing. */
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

function progressOf(
  row: OperationRow,
  now: Date,
): Pick<OperationView, 'underWay' | 'nextAttempt' | 'deadline' | 'waiting'> {
  const { dueAt, deadlineAt } = row;
  // A dead process's attempt ends with its lease.
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

function waitingOf(
  { stage, dueAt, waitingOn, waitingFor, lastFault }: OperationRow,
  now: Date,
): OperationView['waiting'] {
  if (!dueAt) return undefined;
  if (stage === 'accumulating') return dueAt > now ? { reason: 'batch', until: dueAt } : undefined;
  if (waitingOn !== null) return { reason: 'order' };
  if (waitingFor !== null) return { reason: waitingFor, until: dueAt };
  if (dueAt <= now) return undefined;
  // Without a fault, it waits for the lease of an earlier write that was cancelled by force.
  return { reason: lastFault === null ? 'order' : 'retry', until: dueAt };
}
