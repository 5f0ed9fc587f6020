import type { Queryable } from '@writ/db';
import { toStoredFault, type StoredFault } from '../stored-fault.ts';
import type { Settlement } from './settlement.ts';

/** What became of one record of an ended operation. */
export type EndedRecordView = {
  index: number;
  status: 'written' | 'failed';
  recordId?: string;
  errors: readonly StoredFault[];
};

const sql = `
  SELECT operation_id, index, status, record_id, errors
  FROM operation_record
  JOIN unnest($1::uuid[], $2::uuid[]) AS ending (project, operation)
    ON project_id = ending.project AND operation_id = ending.operation
  WHERE status <> 'pending'`;

type Row = {
  operation_id: string;
  index: number;
  status: EndedRecordView['status'];
  record_id: string | null;
  errors: EndedRecordView['errors'] | null;
};

/**
 * The records of operations that end with these settlements, before those are stored: what earlier attempts made of them is
 * read, and stays as it is; the others are known from the settlements.
 */
export async function endedRecords(
  db: Queryable,
  ending: readonly Settlement[],
): Promise<(settlement: Settlement) => readonly EndedRecordView[]> {
  const triedBefore = ending.filter(
    ({ operation }) => operation.succeededBefore + operation.failedBefore > 0,
  );
  const before = Map.groupBy(
    triedBefore.length > 0 ? await readEarlier(db, triedBefore) : [],
    ({ operation_id: operationId }) => operationId,
  );
  return (settlement) => {
    const earlier = (before.get(settlement.operation.id) ?? []).map(toView);
    return [...earlier, ...settledRecords(settlement)].toSorted((a, b) => a.index - b.index);
  };
}

async function readEarlier(db: Queryable, settlements: readonly Settlement[]): Promise<Row[]> {
  const { rows } = await db.query<Row>(sql, [
    settlements.map(({ operation }) => operation.projectId),
    settlements.map(({ operation }) => operation.id),
  ]);
  return rows;
}

const toView = (row: Row): EndedRecordView => ({
  index: row.index,
  status: row.status,
  ...(row.record_id !== null && { recordId: row.record_id }),
  errors: row.errors ?? [],
});

const settledRecords = ({ operation, judgement }: Settlement): EndedRecordView[] =>
  operation.pending.map(({ index, planned }, place) => {
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
