import type { Queryable } from '@writ/db';
import type { ProviderFault } from '@writ/write-core';

/** Among all processes, in database time. */
export type Lease =
  | { kind: 'ours' }
  | { kind: 'others' }
  /** The last refresh failed temporarily: all wait, or one process tries again now. */
  | { kind: 'resting'; fault: ProviderFault; leftMs: number };

const takeSql = `
  INSERT INTO token_refresh (connection_id, holder, until)
  SELECT id, $2::uuid, clock_timestamp() + $3 * interval '1 ms' FROM connection WHERE id = $1 FOR KEY SHARE
  ON CONFLICT (connection_id) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE token_refresh.until < clock_timestamp()
  RETURNING 1`;

const leftSql = `
  SELECT holder, fault, extract(epoch FROM until - clock_timestamp()) * 1000 AS left_ms
  FROM token_refresh WHERE connection_id = $1`;

/** When the result of a try in progress is known. */
const retryLookMs = 1_000;

type Left = { holder: string | null; fault: ProviderFault | null; left_ms: string };

/** For at most `leaseMs`; then that of a dead process passes on. */
export async function takeLease(
  db: Queryable,
  { connectionId, holder, leaseMs }: { connectionId: string; holder: string; leaseMs: number },
): Promise<Lease> {
  if ((await db.query(takeSql, [connectionId, holder, leaseMs])).rowCount === 1) return { kind: 'ours' };
  const [row] = (await db.query<Left>(leftSql, [connectionId])).rows;
  const leftMs = Math.ceil(Number(row?.left_ms ?? 0));
  if (!row?.fault || leftMs <= 0) return { kind: 'others' };
  return { kind: 'resting', fault: row.fault, leftMs: row.holder === null ? leftMs : retryLookMs };
}

export async function endLease(tx: Queryable, connectionId: string, holder: string): Promise<void> {
  await tx.query('DELETE FROM token_refresh WHERE connection_id = $1 AND holder = $2', [
    connectionId,
    holder,
  ]);
}

/** Temporary failures in a row before this lease. */
export async function failuresBefore(db: Queryable, connectionId: string): Promise<number> {
  const { rows } = await db.query<{ failures: number }>(
    'SELECT failures FROM token_refresh WHERE connection_id = $1',
    [connectionId],
  );
  return rows[0]?.failures ?? 0;
}

/** The next refresh may begin after `waitMs`. */
export async function restAfterFailure(
  db: Queryable,
  lease: { connectionId: string; holder: string; fault: ProviderFault; waitMs: number },
): Promise<void> {
  await db.query(
    `UPDATE token_refresh SET holder = NULL, failures = failures + 1, fault = $3,
       until = clock_timestamp() + $4 * interval '1 ms'
     WHERE connection_id = $1 AND holder = $2`,
    [lease.connectionId, lease.holder, lease.fault, lease.waitMs],
  );
}
