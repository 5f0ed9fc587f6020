import type { ArchiveLine } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import { listOperations, operationParts, toOperationViews, type OperationRow } from '@writ/operation';
import { itemsPerStep, type ExportedPage, type ExportStep } from '@writ/task';
import { toOperations } from '../operations/list-page.ts';
import { toAttempt } from '../operations/to-attempt.ts';
import { toOperationLog } from '../operations/to-operation.ts';
import { toRecord } from '../operations/to-record.ts';

/** Per step, exceeded by at most one operation: a chunk is held in memory as a whole. */
const most = { records: 1_000, recordBytes: 4_000_000 };

/** Newest first: operations accepted after the request come before the first page. */
export async function readOperations(
  prisma: Prisma.TransactionClient,
  { projectId, groupRef, createTime, afterId }: ExportStep,
): Promise<ExportedPage> {
  const filter = { groupRef, until: createTime.toISOString() };
  const page = await listOperations(prisma, projectId, filter, {
    limit: itemsPerStep,
    beforeId: afterId ?? undefined,
  });
  const rows = firstOf(page.rows);
  const [views, operations] = await Promise.all([toOperationViews(prisma, rows), toOperations(prisma, rows)]);
  const partsOf = await operationParts(prisma, views);
  const lines = views.map((view, at): ArchiveLine => {
    const { records, attempts, log } = partsOf(view);
    return {
      kind: 'operation',
      value: {
        ...operations[at],
        records: records.map((record) => toRecord(record, {})),
        attempts: attempts.map((attempt) => toAttempt(attempt, view, operations[at])),
        logs: toOperationLog(view, log),
      },
    };
  });
  return { lines, last: rows.length < page.rows.length ? rows.at(-1)?.id : page.nextBelow };
}

function firstOf(rows: readonly OperationRow[]): readonly OperationRow[] {
  let [records, bytes] = [0, 0];
  const end = rows.findIndex((row) => {
    records += row.recordCount;
    bytes += row.recordBytes;
    return records > most.records || bytes > most.recordBytes;
  });
  return end < 0 ? rows : rows.slice(0, end + 1);
}
