import { columnsOf, Prisma } from '@writ/db';
import { refusedCode, type PlannedRecord } from '@writ/write-core';
import { batchLimits } from '../accept/batch/auto-batch.ts';
import type { OperationRow, OperationTarget, RecordRow } from '../operation.ts';
import { plannedRecord } from '../record-columns.ts';

/** `planned`: until its retention. */
type FailedRecord = Pick<RecordRow, 'index' | 'ambiguous'> & {
  planned: PlannedRecord | undefined;
  /** From an auto batch: request, key and headers are its own. */
  isCollected: boolean;
};

/** Ended, asynchronous, with unwritten records. */
export type RetryableOperation = Pick<
  OperationRow,
  keyof OperationTarget | 'id' | 'type' | 'form' | 'allOrNone' | 'forwardHeaders' | 'shareKey'
> & {
  deadlineHours: number;
  /** May be empty. */
  failed: readonly FailedRecord[];
};

/** `isOnRecord`: its failed records are stored. */
export type FoundRetryable = RetryableOperation & { isOnRecord: boolean };

/** Asynchronous operations have a deadline. */
type Row = OperationRow & { deadlineHours: number };

/** Reads operations `o` with their failed records, up to a batch's bytes. */
export async function selectRetryable(
  prisma: Prisma.TransactionClient,
  which: Prisma.Sql,
  order: Prisma.Sql,
): Promise<FoundRetryable[]> {
  const columns = columnsOf('o', Prisma.OperationScalarFieldEnum);
  const found = await prisma.$queryRaw<Row[]>`
    SELECT ${columns} FROM operation o WHERE ${which} ${order}`;
  const rows = firstWithin(found, batchLimits.bytes);
  if (!rows[0]) return [];
  const records = await prisma.operationRecord.findMany({
    where: { projectId: rows[0].projectId, operationId: { in: rows.map(({ id }) => id) }, status: 'failed' },
    orderBy: { index: 'asc' },
  });
  const failed = Map.groupBy(records as RecordRow[], ({ operationId }) => operationId);
  return rows.map((row) => {
    const own = failed.get(row.id) ?? [];
    const left = own.filter(isLeft).map((record) => toFailed(record, row));
    return { ...row, failed: left, isOnRecord: own.length > 0 };
  });
}

/** At least one. */
function firstWithin(rows: readonly Row[], bytes: number): readonly Row[] {
  let sum = 0;
  return rows.filter(({ recordBytes }, place) => {
    sum += recordBytes;
    return place === 0 || sum <= bytes;
  });
}

/** Earlier releases stored this for a record written under an unknown id. */
const writtenWithoutId = 'WRITTEN_WITHOUT_ID';
const hasErrorOf = (one: string) =>
  Prisma.sql`coalesce(r.errors @> ${JSON.stringify([{ code: one }])}::jsonb, false)`;

/** SQL and rule: `r` is not known to be written, nor refused by its plan. */
export const isLeftSql = Prisma.sql`NOT (${hasErrorOf(writtenWithoutId)} OR ${hasErrorOf(refusedCode)})`;
const isLeft = ({ errors }: RecordRow): boolean =>
  !errors?.some(({ code }) => code === writtenWithoutId || code === refusedCode);

function toFailed(record: RecordRow, operation: Row): FailedRecord {
  const { index, ambiguous, planned, recordKey, valueHashes } = record;
  const recordId = operation.type === 'create' ? null : record.recordId;
  const key = recordKey !== null && { key: recordKey };
  const hashes = valueHashes.length > 0 && { valueHashes };
  return {
    index,
    ambiguous,
    planned: planned ? { ...plannedRecord({ ...record, planned, recordId }), ...key, ...hashes } : undefined,
    isCollected: isCollected(record, operation),
  };
}

/** Also true in a batch's retry. */
const isCollected = (record: RecordRow, { stage, requestId }: Row): boolean =>
  stage !== null ||
  record.requestId !== requestId ||
  record.idempotencyKey !== null ||
  record.forwardHeaders !== null;
