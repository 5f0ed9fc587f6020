import type { Queryable } from '@writ/db';
import type { Settlement } from './settle-operations.ts';
import { toStoredFault, type StoredFault } from '../stored-fault.ts';

/** What became of one record of an ended operation. */
export type EndedRecordView = {
  index: number;
  status: 'written' | 'failed' | 'pending';
  recordId?: string;
  errors: readonly StoredFault[];
};

const sql = `
  SELECT operation_id, index, status, record_id, errors
  FROM operation_record
  JOIN unnest($1::uuid[], $2::uuid[]) AS ended (project, operation)
    ON project_id = ended.project AND operation_id = ended.operation
  ORDER BY operation_id, index`;

type Row = {
  operation_id: string;
  index: number;
  status: EndedRecordView['status'];
  record_id: string | null;
  errors: EndedRecordView['errors'] | null;
};

/**
 * The records of operations that have just been settled, those of earlier attempts included. A single record, and a
 * batch that ended at its first attempt, is known from the settlement itself; only the others are read.
 */
export async function endedRecords(
  tx: Queryable,
  ended: readonly Settlement[],
): Promise<ReadonlyMap<string, readonly EndedRecordView[]>> {
  const views = new Map<string, EndedRecordView[]>();
  const toRead: Settlement[] = [];
  for (const settlement of ended) {
    const { id, succeededBefore, failedBefore } = settlement.operation;
    if (succeededBefore + failedBefore === 0) views.set(id, settledRecords(settlement));
    else toRead.push(settlement);
  }
  if (toRead.length === 0) return views;
  const { rows } = await tx.query<Row>(sql, [
    toRead.map(({ operation }) => operation.projectId),
    toRead.map(({ operation }) => operation.id),
  ]);
  for (const row of rows) {
    const known = views.get(row.operation_id) ?? [];
    views.set(row.operation_id, known);
    known.push({
      index: row.index,
      status: row.status,
      ...(row.record_id !== null && { recordId: row.record_id }),
      errors: row.errors ?? [],
    });
  }
  return views;
}

function settledRecords({ operation, judgement }: Settlement): EndedRecordView[] {
  return operation.pending.map(({ index, planned }, place) => {
    const judged = judgement.records[place];
    if (judged?.status === 'written')
      return { index, status: 'written', recordId: judged.recordId, errors: [] };
    return {
      index,
      status: 'failed',
      ...(planned.id !== undefined && { recordId: planned.id }),
      errors: (judged?.faults ?? []).map(toStoredFault),
    };
  });
}
