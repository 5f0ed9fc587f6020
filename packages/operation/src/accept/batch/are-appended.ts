import type { Queryable } from '@writ/db';
import { givenRecords } from '../rows/given-records.ts';
import type { FilledBatch } from './auto-batch.ts';

const appendedSql = `
  SELECT count(*)::int AS stored
  FROM json_to_recordset($1::json) AS given (project_id uuid, operation_id uuid, index int, request_id text,
    record_id text, planned jsonb, associations jsonb, if_empty jsonb)
  JOIN operation_record r USING (project_id, operation_id, index, request_id)
  WHERE r.planned = given.planned AND r.associations IS NOT DISTINCT FROM given.associations
    AND r.if_empty IS NOT DISTINCT FROM given.if_empty
    AND (given.record_id IS NULL OR r.record_id = given.record_id)`;

/**
 * True where the writes stand in their places: asked after a commit whose answer was lost. Callers choose their request
 * ids, and one may send many writes under the same; so what stands there has to say the same, too.
 */
export async function areAppended(db: Queryable, batches: readonly FilledBatch[]): Promise<boolean> {
  const places = batches.flatMap(({ id, added }) =>
    added.map(({ write: { projectId, record: planned, requestId }, ...place }) => ({
      ...place,
      operation: { projectId, id },
      planned,
      requestId,
    })),
  );
  const { rows } = await db.query<{ stored: number }>(appendedSql, [
    givenRecords(places, ({ planned }) => ({ record_id: planned.id })),
  ]);
  return rows[0]?.stored === places.length;
}
