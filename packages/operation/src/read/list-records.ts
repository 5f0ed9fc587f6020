import type { Queryable } from '@writ/db';
import type { JsonObject } from '@writ/write-core';
import type { StoredFault } from '../stored-fault.ts';

/** One record of an operation, as it is read. */
export type RecordView = {
  index: number;
  status: 'pending' | 'written' | 'failed';
  recordId?: string;
  errors: readonly StoredFault[];
  ambiguous: boolean;
  requestId: string;
  idempotencyKey?: string;
  /** The record as it was or will be sent, while it is kept. */
  sent?: JsonObject;
};

type Row = {
  index: number;
  status: RecordView['status'];
  record_id: string | null;
  errors: StoredFault[] | null;
  ambiguous: boolean;
  request_id: string;
  idempotency_key: string | null;
  planned: JsonObject | null;
};

/**
 * A page of an operation's records, in the order of the request.
 *
 * @param page.afterIndex where the page before ended; -1 for the first
 */
export async function listRecords(
  db: Queryable,
  projectId: string,
  operationId: string,
  page: { limit: number; afterIndex: number },
): Promise<RecordView[]> {
  const { rows } = await db.query<Row>({
    name: 'list-records',
    text: `SELECT r.index, CASE WHEN o.written_id IS NULL THEN r.status ELSE 'written' END AS status,
       coalesce(o.written_id, r.record_id) AS record_id, r.errors, r.ambiguous, r.request_id, r.idempotency_key, r.planned
     FROM operation_record r JOIN operation o ON o.project_id = r.project_id AND o.id = r.operation_id
     WHERE r.project_id = $1 AND r.operation_id = $2 AND r.index > $3 ORDER BY r.index LIMIT $4`,
    values: [projectId, operationId, page.afterIndex, page.limit],
  });
  return rows.map((row) => ({
    index: row.index,
    status: row.status,
    ...(row.record_id !== null && { recordId: row.record_id }),
    errors: row.errors ?? [],
    ambiguous: row.ambiguous,
    requestId: row.request_id,
    ...(row.idempotency_key !== null && { idempotencyKey: row.idempotency_key }),
    ...(row.planned && { sent: row.planned }),
  }));
}
