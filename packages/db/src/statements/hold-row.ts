import type { Queryable } from '../prisma-on-pool.ts';

/** With `SHARE`, many transactions keep a row from changing; with `UPDATE`, one transaction changes or deletes it. */
export type RowLock = 'SHARE' | 'UPDATE';

/**
 * Locks a row until the end of the transaction, then reads it; undefined if it is gone. The lock is a
 * statement of its own: one that locks and reads would, after a wait, join rows of before.
 */
export async function holdRow<Row extends { id: string }>(
  tx: Queryable,
  { table, lock }: { table: string; lock: RowLock },
  find: () => Promise<Row | undefined>,
): Promise<Row | undefined> {
  for (;;) {
    const found = await find();
    if (found === undefined) return undefined;
    await tx.query(`SELECT FROM ${table} WHERE id = $1 FOR ${lock}`, [found.id]);
    const held = await find();
    // Another row may have the name by now.
    if (held === undefined || held.id === found.id) return held;
  }
}
