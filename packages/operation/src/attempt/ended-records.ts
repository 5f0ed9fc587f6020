import { arraysOf, columnTexts, type Queryable } from '@writ/db';
import type { RecordRow } from '../operation.ts';
import { toStoredFault } from '../record-columns.ts';
import type { Settlement } from './settlement.ts';

export type EndedRecordView = Pick<RecordRow, 'index' | 'status' | 'recordId' | 'created' | 'errors'>;

export type EndedRecord = EndedRecordView & Pick<RecordRow, 'operationId'>;

const sql = `
  SELECT ${columnTexts('r', ['operationId', 'index', 'status', 'recordId', 'created', 'errors'])}
  FROM operation_record r
  JOIN unnest($1::uuid[], $2::uuid[]) AS ending (project_id, operation_id) USING (project_id, operation_id)
  WHERE status <> 'pending'`;

/** Records that ended in earlier attempts; the rest follow from the settlements. */
export async function endedRecords(
  db: Queryable,
  ending: readonly Settlement[],
): Promise<(settlement: Settlement) => readonly EndedRecordView[]> {
  const before = Map.groupBy(await earlierRecords(db, ending), ({ operationId }) => operationId);
  return (settlement) =>
    [...(before.get(settlement.operation.id) ?? []), ...settledRecords(settlement)].toSorted(
      (a, b) => a.index - b.index,
    );
}

async function earlierRecords(db: Queryable, ending: readonly Settlement[]): Promise<EndedRecord[]> {
  const triedBefore = ending
    .map(({ operation }) => operation)
    .filter(({ succeededBefore, failedBefore }) => succeededBefore + failedBefore > 0);
  if (triedBefore.length === 0) return [];
  return (await db.query<EndedRecord>(sql, arraysOf(triedBefore, 'projectId', 'id'))).rows;
}

const settledRecords = ({ operation, judgement }: Settlement): EndedRecordView[] =>
  operation.pending.map(({ index, planned }, place) => {
    const judged = judgement.records[place];
    return judged?.status === 'written'
      ? {
          index,
          status: 'written',
          recordId: judged.recordId ?? null,
          created: judged.created ?? null,
          errors: null,
        }
      : {
          index,
          status: 'failed',
          recordId: planned.id ?? null,
          created: null,
          errors: (judged?.faults ?? []).map(toStoredFault),
        };
  });
