import { StartError } from '@writ/service-kit';
import type { Pool, PoolClient } from 'pg';

/**
 * Refuses a pooler in transaction mode (PgBouncer): prepared statements and settings would be missing in other sessions. It shows
 * when two connections share a session, or one connection has two.
 * @throws StartError
 */
export async function refusePooler(pool: Pool): Promise<void> {
  const one = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      const before = await sessionOf(one);
      await other.query('BEGIN');
      const held = await sessionOf(other);
      const after = await sessionOf(one);
      await other.query('COMMIT');
      if (before === held || before !== after) throw new StartError(advice);
    } finally {
      other.release();
    }
  } finally {
    one.release();
  }
}

const advice =
  'Postgres cannot be used (DATABASE_URL leads to a pooler in transaction mode). Set the pooler to session mode, or point DATABASE_URL at Postgres itself.';

async function sessionOf(client: PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
