import { randomUUID } from 'node:crypto';
import type { Queryable } from './prisma-on-pool.ts';

/** Other clients on the pooler can hide it in one round by chance. */
const rounds = 5;

/**
 * Whether a pooler gives each transaction of a client another session, as PgBouncer does in transaction mode.
 */
export async function isTransactionPooler(one: Queryable, other: Queryable): Promise<boolean> {
  const session = await sessionOf(one);
  if (session === greetedBy(one)) return false;
  for (let round = 0; round < rounds; round += 1) if (await gives(session, one, other)) return true;
  return false;
}

async function gives(session: number | undefined, one: Queryable, other: Queryable): Promise<boolean> {
  await other.query('BEGIN');
  try {
    // A pooler with a single session would let `one` wait for `other`.
    return (await sessionOf(other)) === session || (await sessionOf(one)) !== session;
  } finally {
    await other.query('COMMIT');
  }
}

/**
 * The session named to the client when it connected; the types of `pg` lack it. A pooler in transaction mode
 * has none to name yet, and invents a number.
 */
const greetedBy = (client: Queryable): unknown => ('processID' in client ? client.processID : undefined);

async function sessionOf(client: Queryable): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

/**
 * Whether a client may name statements although its sessions change. PgBouncer since 1.21, with
 * `max_prepared_statements`, prepares them under names of its own.
 */
export async function keepsStatements(client: Queryable): Promise<boolean> {
  const name = `writ-${randomUUID()}`;
  await client.query('BEGIN');
  const { rowCount } = await client.query({
    name,
    text: 'SELECT FROM pg_prepared_statements WHERE name = $1',
    values: [name],
  });
  if (rowCount !== 0) await client.query(`DEALLOCATE "${name}"`);
  await client.query('COMMIT');
  return rowCount === 0;
}
