import { Pool, type PoolClient } from 'pg';
import { watchChangeRefusals } from './change-refusal.ts';
import { CommitUnknownError, faultOfCommit, onlyReads } from './faults.ts';
import type { PrismaClient } from './generated/client.ts';
import { prismaOn, type Queryable, type Transact } from './prisma-on-pool.ts';

/** One pool of connections, for the hot statements (SQL) and for Prisma alike. */
export type Database = {
  pool: Pool;
  prisma: PrismaClient;
  /**
   * Runs `work` in one transaction, in which Prisma and statements in SQL may take turns: committed when it resolves,
   * rolled back when it throws.
   * @throws CommitUnknownError when the connection broke during the commit.
   */
  transaction: Transact;
  /**
   * Passes unless Postgres refused a change and still does (a full disk, a stand-by).
   * @throws ChangesRefused
   */
  assertTakesChanges(): Promise<void>;
  close(): Promise<void>;
};

/** How long the database is waited for. */
type DatabaseLimits = {
  /** For a connection, be it a new one or one that is given back to the pool. */
  connectionMs: number;
  /** For a statement to be done, and for the next one of its transaction. */
  statementMs: number;
};

const usualLimits: DatabaseLimits = { connectionMs: 5_000, statementMs: 15_000 };

/**
 * Set on each connection after it is made, not when it is asked for: a pooler between us and Postgres (PgBouncer) refuses
 * start-up parameters that it does not know. One round trip a connection, none a statement.
 *
 * Every hot statement takes the first rows of an index, in its order. On a table that has grown faster than its
 * statistics the planner would rather read all that matches and sort it, and a claim would cost the more the longer the
 * backlog is. A page that an index leads to is in memory as a rule; with the usual price of four pages the planner reads
 * whole tables of tens of thousands of rows for a hundred that it has the keys of.
 *
 * Prisma's adapter reads and writes times as if the session were in UTC, whatever it is in. Forms of values, isolation and
 * time limits are what the code relies on, whatever the role or the database is set to; and what was committed is on a disk.
 *
 * During a failover the address may lead to a stand-by, on which nothing of ours could be done: it is refused, as a
 * database is that is away.
 */
const sessionSql = ({ statementMs }: DatabaseLimits): string => `
  SET enable_bitmapscan = off; SET random_page_cost = 1.1; SET statement_timeout = ${statementMs};
  SET idle_in_transaction_session_timeout = ${statementMs}; SET TimeZone = 'UTC';
  SET DateStyle = 'ISO, MDY'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 1;
  SET standard_conforming_strings = on; SET array_nulls = on; SET lock_timeout = 0; SET idle_session_timeout = 0;
  SET default_transaction_isolation = 'read committed';
  DO $$BEGIN
    IF current_setting('synchronous_commit') = 'off' THEN SET synchronous_commit = on; END IF;
    IF current_setting('transaction_timeout', true) <> '0' THEN SET transaction_timeout = 0; END IF;
    IF current_setting('transaction_read_only')::boolean THEN
      RAISE read_only_sql_transaction USING MESSAGE = 'this server only reads';
    END IF;
  END$$`;

/**
 * Opens the pool; no connection is made before the first statement.
 * `onIdleError` hears of idle connections that break: the pool replaces them.
 */
export function openDatabase(options: {
  url: string;
  maxConnections: number;
  applicationName: string;
  onIdleError?: (error: Error) => void;
  /** Those that are left out are the usual ones. */
  limits?: Partial<DatabaseLimits>;
}): Database {
  const limits = { ...usualLimits, ...options.limits };
  const pool = new Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: limits.connectionMs,
    // Longer than what looks from time to time rests: a new connection costs both sides more than hundreds of statements.
    idleTimeoutMillis: 60_000,
    // A database that neither answers nor breaks the connection must not hold a statement for ever.
    query_timeout: limits.statementMs + 5_000,
    // The pool waits for what it gives, and hands out no connection for which it failed.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises
    onConnect: (client) => client.query(sessionSql(limits)).then(() => undefined),
    keepAlive: true,
    // Statements that are not waited for are written behind each other (`inTransaction`).
    pipeline: true,
  });
  pool.on('error', options.onIdleError ?? (() => undefined));
  // The statement that a broken connection was running is told; an event that nobody hears would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const assertTakesChanges = watchChangeRefusals(pool);
  const { prisma, transaction } = prismaOn(pool);
  return {
    pool,
    prisma,
    transaction,
    assertTakesChanges,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/**
 * Runs `work` in one transaction on one connection: committed when it resolves, rolled back when it throws. The first
 * statement of the work does not wait for the `BEGIN` before it, which only a broken connection keeps from being done.
 * A connection to a server that has become a stand-by is not given back: the pool hands out the last one first.
 * @throws CommitUnknownError when the connection broke during the commit.
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const begun = client.query('BEGIN');
    // Where it fails, so does the work, and tells why.
    begun.catch(() => undefined);
    const result = await work(client);
    await begun;
    await commit(client);
    return result;
  } catch (error) {
    if (onlyReads(error)) broken = asError(error);
    await client.query('ROLLBACK').catch((failure: unknown) => {
      broken = asError(failure);
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs one statement that commits by itself. A connection that cannot be had is told as such: nothing was sent then.
 * @throws CommitUnknownError when the connection broke, or the answer did not come in time, after it was sent.
 */
export async function inOneStatement<T>(pool: Pool, run: (db: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await run(client);
  } catch (error) {
    const fault = faultOfCommit(error);
    if (fault instanceof CommitUnknownError || onlyReads(fault)) broken = asError(fault);
    throw fault;
  } finally {
    client.release(broken);
  }
}

const asError = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)));

async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    throw faultOfCommit(error);
  }
}
