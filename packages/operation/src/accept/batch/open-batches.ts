import { arraysOf, columnTexts, idOf, type Queryable } from '@writ/db';
import { batchKeyOf, type BatchedWrite, type BatchKey, type OpenBatch } from './auto-batch.ts';

/** Id of the lock that keeps two gateways from opening two batches for one key. */
export const batchLock = (key: string): string => idOf('auto-batch', key);

const names = ['projectId', 'installationId', 'objectName', 'type'] as const;

const openSql = (lock: string): string => `
  SELECT ${columnTexts('o', ['id', 'laneId', 'deadlineHours', ...names])}, o.record_count AS count, o.record_bytes AS bytes
  FROM operation o
  JOIN unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
    AS given (project_id, installation_id, object_name, type) USING (project_id, installation_id, object_name, type)
  WHERE o.stage = 'accumulating'
  ORDER BY o.id${lock}`;
const open = {
  locked: { name: 'lock-open-batches', text: openSql(' FOR UPDATE OF o') },
  seen: { name: 'find-open-batches', text: openSql('') },
};

/** The batches that writes of these keys would go into, by their key: locked, or as they are seen just now. */
export async function openBatches(
  db: Queryable,
  keys: readonly BatchedWrite[],
  how: keyof typeof open,
): Promise<ReadonlyMap<string, OpenBatch>> {
  const { rows } = await db.query<OpenBatch & BatchKey>({ ...open[how], values: arraysOf(keys, ...names) });
  return new Map(rows.map((row) => [batchKeyOf(row), row]));
}

/** What the records of operations are known by, by operation. */
export async function recordKeysOf(
  tx: Queryable,
  operations: readonly { projectId: string; id: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  if (operations.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; keys: string[] }>(
    `SELECT operation_id AS id, array_agg(coalesce(record_key, record_id)) AS keys
     FROM operation_record JOIN unnest($1::uuid[], $2::uuid[]) AS given (project_id, operation_id)
       USING (project_id, operation_id)
     WHERE record_id IS NOT NULL GROUP BY operation_id`,
    arraysOf(operations, 'projectId', 'id'),
  );
  return new Map(rows.map(({ id, keys }) => [id, keys]));
}
