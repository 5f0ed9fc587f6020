import { allOf, columnsOf, Prisma } from '@writ/db';
import { writtenWithoutId, type PlannedRecord, type WriteType } from '@writ/write-core';
import type { OperationRow, OperationTarget, RecordRow } from '../operation.ts';
import { plannedRecord } from '../record-columns.ts';
import { matchingInstallations } from '../read/matching-installations.ts';
import { isOfSpan, matchesFilter } from '../read/operation-filter.ts';
import { countMeant, isNextOf, type Meant, type OperationTask } from './operation-tasks.ts';

/** A failed record, as it was planned; undefined where the plan is kept no longer. */
type FailedRecord = Pick<RecordRow, 'index' | 'ambiguous'> & { planned: PlannedRecord | undefined };

/** An asynchronous operation that has ended and left records unwritten. */
export type RetryableOperation = Pick<
  OperationRow,
  keyof OperationTarget | 'id' | 'type' | 'form' | 'allOrNone' | 'stage' | 'forwardHeaders'
> & {
  deadlineHours: number;
  /** Those that are not known to be at the provider; may be none. */
  failed: readonly FailedRecord[];
};

/** Scope of the keys that say which operation was tried again as which. */
export const retryScope = 'operation:retry';

/** SQL: the operation `o` has ended and can be tried again, as far as its row tells. */
const isFailed = Prisma.sql`o.due_at IS NULL AND o.failed > 0 AND o.status <> 'in_progress' AND o.mode = 'asynchronous'`;

/** Those that were tried again before are passed over. */
const isUntried = Prisma.sql`NOT EXISTS (
  SELECT FROM idempotency_key k
  WHERE k.project_id = o.project_id AND k.scope = ${retryScope} AND k.key = o.id::text)`;

/** The failed records of an ended asynchronous operation; undefined where it has none. */
export async function findRetryable(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<RetryableOperation | undefined> {
  const isIt = Prisma.sql`o.project_id = ${projectId}::uuid AND o.id = ${id}::uuid`;
  return (await select(prisma, allOf(isIt, isFailed), 1))[0];
}

/** How many operations could be tried again now, and which moment that is, in database time. */
export const countRetryable = async (
  prisma: Prisma.TransactionClient,
  which: Meant,
): Promise<{ count: number; at: Date }> => countMeant(prisma, await isMeant(prisma, which));

/** The next operations of a task that could be tried again, by id. */
export const listRetryable = async (
  prisma: Prisma.TransactionClient,
  task: OperationTask,
  limit: number,
): Promise<readonly RetryableOperation[]> =>
  select(prisma, allOf(await isMeant(prisma, task), isNextOf(task)), limit);

async function isMeant(prisma: Prisma.TransactionClient, { projectId, filter }: Meant): Promise<Prisma.Sql> {
  const installationIds = await matchingInstallations(prisma, projectId, filter);
  return allOf(
    isOfSpan(projectId, filter),
    matchesFilter(filter),
    installationIds !== undefined && Prisma.sql`o.installation_id = ANY (${installationIds}::uuid[])`,
    isFailed,
    isUntried,
  );
}

/** An asynchronous operation has a deadline. */
type Row = OperationRow & { deadlineHours: number };

async function select(
  prisma: Prisma.TransactionClient,
  which: Prisma.Sql,
  limit: number,
): Promise<RetryableOperation[]> {
  const columns = columnsOf('o', Prisma.OperationScalarFieldEnum);
  const rows = await prisma.$queryRaw<Row[]>`
    SELECT ${columns} FROM operation o WHERE ${which} ORDER BY o.id LIMIT ${limit}`;
  if (!rows[0]) return [];
  const records = await prisma.operationRecord.findMany({
    where: { projectId: rows[0].projectId, operationId: { in: rows.map(({ id }) => id) }, status: 'failed' },
    orderBy: { index: 'asc' },
  });
  const failed = Map.groupBy(records as RecordRow[], ({ operationId }) => operationId);
  return rows.flatMap((row) => {
    const own = failed.get(row.id);
    return own ? [{ ...row, failed: own.filter(isLeft).map((record) => toFailed(record, row.type)) }] : [];
  });
}

const isLeft = ({ errors }: RecordRow): boolean => !errors?.some(({ code }) => code === writtenWithoutId);

function toFailed(record: RecordRow, type: WriteType): FailedRecord {
  const { index, ambiguous, planned, recordKey } = record;
  const recordId = type === 'create' ? null : record.recordId;
  const key = recordKey !== null && { key: recordKey };
  return {
    index,
    ambiguous,
    planned: planned ? { ...plannedRecord({ ...record, planned, recordId }), ...key } : undefined,
  };
}
