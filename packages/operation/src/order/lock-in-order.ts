import type { Queryable } from '@writ/db';

const sql = `
  SELECT pg_advisory_xact_lock(hashtextextended(id::text, 0))
  FROM (SELECT DISTINCT id FROM unnest($1::uuid[]) AS given (id) ORDER BY id) AS sorted`;

/**
 * Takes a lock for each id, for the length of the transaction: always in one order, so that processes which lock the same
 * ids cannot block each other for ever.
 */
export async function lockInOrder(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query({ name: 'lock-in-order', text: sql, values: [ids] });
}
