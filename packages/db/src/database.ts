import { Pool, type PoolClient } from 'pg';
import { watchChangeRefusals } from './change-refusal.ts';
import { CommitUnknownError, faultOfCommit, onlyReads } from './faults.ts';
import type { PrismaClient } from './generated/client.ts';
import { prismaOn, type Queryable, type Transact } from './prisma-on-pool.ts';
import { sessionSql } from './session-settings.ts';

/** One pool, for hot statements in SQL and for Prisma. */
export type Database = {
  pool: Pool;
  prisma: PrismaClient;
  /**
   * Runs `work` in one transaction, with Prisma and SQL on one connection: committed when it resolves, rolled
   * back when it throws.
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

export const usualLimits: DatabaseLimits = { connectionMs: 5_000, statementMs: 15_000 };

export type DatabaseOptions = {
  url: string;
  maxConnections: number;
  applicationName: string;
  /** The pool replaces the connections. */
  onIdleError?: (error: Error) => void;
  limits?: Partial<DatabaseLimits>;
  /** False behind a pooler whose sessions lack a client's named statements. Default: true. */
  namedStatements?: boolean;
};

/** Opens the pool; it connects with the first statement. `connectDatabase` also suits it to a pooler. */
export function openDatabase(options: DatabaseOptions): Database {
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
    onConnect: (client) => client.query(sessionSql(limits.statementMs)).then(() => undefined),
    keepAlive: true,
    // `inTransaction` sends `BEGIN` and the first statement together.
    pipeline: true,
  });
  pool.on('error', options.onIdleError ?? (() => undefined));
  // The running statement rejects; an `error` event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (options.namedStatements === false) pool.on('connect', dropNames);
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

/** Sends every statement without its name, also those of Prisma's adapter. */
function dropNames(client: PoolClient): void {
  const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
  client.query = ((statement: unknown, ...rest: unknown[]) =>
    query(
      typeof statement === 'object' && statement !== null && 'name' in statement
        ? { ...statement, name: undefined }
        : statement,
      ...rest,
    )) as typeof client.query;
}

/**
 * Runs `work` in one transaction on one connection: committed when it resolves, rolled back when it throws.
 * `BEGIN` is sent together with the first statement. A connection to a stand-by is closed: the pool would
 * hand it out again first.
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
