import pg from 'pg';

/** A pool for a look at rows, which connects when it is first used. A server that ends its connections is no error. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  return pool.on('error', () => undefined);
}
