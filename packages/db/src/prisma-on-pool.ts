import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, PoolClient } from 'pg';
import { faultOfCommit, onlyReads } from './faults.ts';
import { PrismaClient, type Prisma } from './generated/client.ts';

/** The pool, or a transaction's connection. */
export type Queryable = Pick<PoolClient, 'query'>;

/** Prisma's client and the connection of one transaction. */
export type Transaction = { prisma: Prisma.TransactionClient; sql: Queryable };

/** See `Database.transaction`. */
export type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/**
 * Longer than Postgres and the pool allow (`openDatabase`). Prisma's own timeout would roll back while `work`
 * continues, whose later SQL would then run outside a transaction.
 */
const limits = { maxWait: 10_000, timeout: 600_000 };

/**
 * Prisma on this pool, and transactions in which Prisma and SQL share a connection. Prisma does not show that
 * connection: its adapter is asked when it begins a transaction, and the asynchronous context identifies the
 * call.
 */
export function prismaOn(pool: Pool): { prisma: PrismaClient; transaction: Transact } {
  const begun = new AsyncLocalStorage<Call>();
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const transaction = await start(isolationLevel);
      // Prisma also begins transactions by itself, for more rows than a statement has parameters.
      const call = begun.getStore() ?? {};
      takeConnection(call, connectionOf(transaction));
      noteStandBy(call, transaction);
      return transaction;
    };
    return adapter;
  };
  const prisma = new PrismaClient({ adapter: factory, transactionOptions: limits });
  return {
    prisma,
    transaction: (work) => {
      const call: Call = {};
      let commits = false;
      const run = async (tx: Prisma.TransactionClient) => {
        if (!call.connection) throw new Error('Prisma began a transaction without its adapter.');
        const result = await work({ prisma: tx, sql: call.connection }).catch(noting(call));
        commits = true;
        return result;
      };
      return begun
        .run(call, () => prisma.$transaction(run))
        .catch((error: unknown) => {
          throw commits ? faultOfCommit(error) : error;
        });
    },
  };
}

type PrismaTransaction = Awaited<ReturnType<Awaited<ReturnType<PrismaPg['connect']>>['startTransaction']>>;

type Call = { connection?: Queryable; onlyReads?: boolean };

/** Prisma's adapter returns every connection to the pool; one to a stand-by must be closed. */
function takeConnection(call: Call, connection: PoolClient): void {
  call.connection = connection;
  const release = connection.release.bind(connection);
  connection.release = (fault) => release(fault ?? call.onlyReads);
}

/** A transaction that Prisma began by itself has no `work` that could report its errors. */
function noteStandBy(call: Call, transaction: PrismaTransaction): void {
  const queryRaw = transaction.queryRaw.bind(transaction);
  const executeRaw = transaction.executeRaw.bind(transaction);
  transaction.queryRaw = (query) => queryRaw(query).catch(noting(call));
  transaction.executeRaw = (query) => executeRaw(query).catch(noting(call));
}

const noting =
  (call: Call) =>
  (error: unknown): never => {
    call.onlyReads ||= onlyReads(error);
    throw error;
  };

/** The type of the adapter's transaction does not declare it. */
function connectionOf(transaction: object): PoolClient {
  const connection: unknown = 'client' in transaction ? transaction.client : undefined;
  if (typeof connection !== 'object' || connection === null || !('query' in connection)) {
    throw new Error('The adapter of Prisma for pg keeps its connection elsewhere than in `client`.');
  }
  return connection as PoolClient;
}
