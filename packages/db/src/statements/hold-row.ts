import type { Queryable } from '../prisma-on-pool.ts';

/** `SHARE` keeps a row as it is, for many at once; `UPDATE` is for the transaction that changes or removes it. */
export type RowLock = 'SHARE' | 'UPDATE';

/**
 * Finds a row and holds it to the end of the transaction; gives it as it is then. Undefined: there is none, or none any
 * more.
 *
 * The lock is a statement of its own, by primary key, and what `find` tells is read after it. A statement that both locks
 * and reads goes on, when it has waited, with the other rows of before: a join misses the row that is new, and a name is
 * no longer looked for in all rows.
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
    // Another row may have got the name meanwhile: it is not held yet.
    if (held === undefined || held.id === found.id) return held;
  }
}
