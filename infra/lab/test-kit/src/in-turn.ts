import type { Pool } from 'pg';
import { eventually } from './eventually.ts';

/** SQL that takes the lock that calls wait for, and SQL that ends its transaction (default: `ROLLBACK`). */
type Hold = { text: string; values?: readonly unknown[]; end?: string };

const waitingSql = `
  SELECT count(*)::int AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Starts each call once the previous one waits for the lock or has ended, then releases the lock. Calls that wait for
 * one row get it in their order. The own `pool` leaves no call without a connection.
 */
export async function inTurn<Answer>(
  pool: Pool,
  hold: Hold,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const holder = await pool.connect();
  const answers: Promise<Answer>[] = [];
  let ended = 0;
  const isHeldUp = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ waiting: number }>(waitingSql);
    return ended + (rows[0]?.waiting ?? 0) >= answers.length;
  };
  await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
  try {
    await holder.query(hold.text, [...(hold.values ?? [])]);
    for (const call of calls) {
      const answer = call();
      const end = (): void => void (ended += 1);
      answer.then(end, end);
      answers.push(answer);
      await eventually(isHeldUp);
    }
  } finally {
    await holder.query(hold.end ?? 'ROLLBACK');
    holder.release();
  }
  return Promise.all(answers);
}

export const behindRow = <Answer>(
  pool: Pool,
  { table, id }: { table: string; id: string },
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> =>
  inTurn(pool, { text: `SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, values: [id] }, calls);
