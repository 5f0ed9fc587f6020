import type { Pool } from 'pg';
import { eventually } from './eventually.ts';

/** SQL that takes the lock which holds the calls up, and what ends its transaction then (default: `ROLLBACK`). */
type Hold = { text: string; values?: readonly unknown[]; end?: string };

const waitingSql = `
  SELECT count(*)::int AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Makes calls one after the other, each when the one before it waits for a lock of the test's own (or has ended), then lets
 * go of the lock, and gives their answers. Of calls that wait for one row the first one gets it first.
 * `pool`: of the test, so that no call lacks a connection.
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
  // However long a busy machine takes until all calls wait.
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

/** Makes calls that all wait for one row, in turn. */
export const behindRow = <Answer>(
  pool: Pool,
  { table, id }: { table: string; id: string },
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> =>
  inTurn(pool, { text: `SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, values: [id] }, calls);
