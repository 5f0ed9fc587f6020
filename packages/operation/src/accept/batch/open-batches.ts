import { arraysOf, columnTexts, idOf, type Queryable } from '@writ/db';
import { lockInOrder } from '../../order/record-order.ts';
import { batchKeyOf, type BatchedWrite, type BatchKey, type OpenBatch } from './auto-batch.ts';

const names = ['projectId', 'installationId', 'objectName', 'type'] as const;

const openSql = `
  SELECT ${columnTexts('o', ['id', 'laneId', 'deadlineHours', ...names])}, o.record_count AS count, o.record_bytes AS bytes
  FROM operation o
  JOIN unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
    AS given (project_id, installation_id, object_name, type) USING (project_id, installation_id, object_name, type)
  WHERE o.stage = 'accumulating'
  ORDER BY o.id
  FOR UPDATE OF o`;

/**
 * Locks keys and their open batches until the transaction ends: a key never has two open batches, and a
 * closing batch takes no records. The second statement sees what was committed before the first had its
 * locks.
 */
export async function lockOpenBatches(
  tx: Queryable,
  keys: readonly BatchedWrite[],
): Promise<ReadonlyMap<string, OpenBatch>> {
  const [, { rows }] = await Promise.all([
    lockInOrder(
      tx,
      keys.map((write) => idOf('auto-batch', batchKeyOf(write))),
    ),
    tx.query<OpenBatch & BatchKey>({
      name: 'lock-open-batches',
      text: openSql,
      values: arraysOf(keys, ...names),
    }),
  ]);
  return new Map(rows.map((row) => [batchKeyOf(row), row]));
}

/** By operation. */
export async function recordKeysOf(
  tx: Queryable,
  operations: readonly { projectId: string; id: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  if (operations.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; keys: string[] }>(
    `SELECT operation_id AS id, array_agg(coalesce(record_key, record_id)) AS keys
     FROM operation_record JOIN unnest($1::uuid[], $2::uuid[]) AS given (project_id, operation_id)
       USING (project_id, operation_id)
     WHERE coalesce(record_key, record_id) IS NOT NULL GROUP BY operation_id`,
    arraysOf(operations, 'projectId', 'id'),
  );
  return new Map(rows.map(({ id, keys }) => [id, keys]));
}
