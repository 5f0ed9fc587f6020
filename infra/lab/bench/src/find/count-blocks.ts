import type { Pool } from 'pg';

const blocksSql = `
  SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 AS blocks
  FROM pg_stat_statements WHERE calls >= $1 AND query !~ 'pg_stat_statements'`;

/**
 * Blocks of 8 kB that Postgres looks at each time: the same on every machine. What is asked less often than `times` is
 * somebody else's.
 */
export async function countBlocks(pool: Pool, times: number, ask: () => Promise<unknown>): Promise<number> {
  await pool.query('SELECT pg_stat_statements_reset()');
  for (let time = 0; time < times; time += 1) await ask();
  const { rows } = await pool.query<{ blocks: number }>(blocksSql, [times]);
  return (rows[0]?.blocks ?? 0) / times;
}
