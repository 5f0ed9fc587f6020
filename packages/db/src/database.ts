import { Pool, type PoolClient } from 'pg';
import { watchChangeRefusals } from './change-refusal.ts';
import { CommitUnknownError, faultOfCommit, onlyReads } from './faults.ts';
import type { PrismaClient } from './generated/client.ts';
import { prismaOn, type Queryable, type Transact } from './prisma-on-pool.ts';

/** One pool, for hot statements in SQL and for Prisma. */
export type Database = {
  pool: Pool;
  prisma: PrismaClient;
  /**
   * Runs `work` in one transaction, with Prisma and SQL on one connection: committed when it resolves, rolled back when it
   * throws.
   * @throws CommitUnknownError if the connection broke during the commit
   */
  transaction: Transact;
  /**
   * Passes unless Postgres refused a change and still does (full disk, stand-by).
   * @throws ChangesRefused
   */
  assertTakesChanges(): Promise<void>;
  close(): Promise<void>;
};

type DatabaseLimits = {
  /** Wait for a connection, new or from the pool. */
  connectionMs: number;
  /** For a statement, and between two of a transaction. */
  statementMs: number;
};

const usualLimits: DatabaseLimits = { connectionMs: 5_000, statementMs: 15_000 };

/**
 * Set after connecting, because PgBouncer refuses unknown start-up parameters: one round trip a connection.
 *
 * Hot statements read the first rows of an index in its order. With outdated statistics the planner would rather read and
 * sort all matches, or, at the default `random_page_cost`, read a whole table for a hundred known keys.
 *
 * Prisma's adapter treats session times as UTC. Value formats, isolation and limits must not depend on the role or the
 * database. A stand-by, which a failover may leave at the address, is refused.
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
 * Opens the pool; it connects with the first statement.
 * @param options.onIdleError receives errors of idle connections, which the pool replaces
 */
export function openDatabase(options: {
  url: string;
  maxConnections: number;
  applicationName: string;
  onIdleError?: (error: Error) => void;
  limits?: Partial<DatabaseLimits>;
}): Database {
  const limits = { ...usualLimits, ...options.limits };
  const pool = new Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: limits.connectionMs,
    // Longer than the pauses of periodic checks: a new connection costs more than hundreds of statements.
    idleTimeoutMillis: 60_000,
    // For a database that neither answers nor closes the connection.
    query_timeout: limits.statementMs + 5_000,
    // The pool waits for it, and discards the connection if it fails.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises
    onConnect: (client) => client.query(sessionSql(limits)).then(() => undefined),
    keepAlive: true,
    // `inTransaction` sends `BEGIN` and the first statement together.
    pipeline: true,
  });
  pool.on('error', options.onIdleError ?? (() => undefined));
  // The running statement rejects; an `error` event without a listener would end the process.
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
 * Runs `work` in one transaction on one connection: committed when it resolves, rolled back when it throws. `BEGIN` is sent
 * together with the first statement. A connection to a stand-by is closed: the pool would hand it out again first.
 * @throws CommitUnknownError if the connection broke during the commit
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const begun = client.query('BEGIN');
    // If it fails, `work` fails with the reason.
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
 * Runs one statement that commits by itself.
 * @throws CommitUnknownError if the connection broke, or the answer was late, after it was sent
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
