import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, PoolClient } from 'pg';
import { faultOfCommit, onlyReads } from './faults.ts';
import { PrismaClient, type Prisma } from './generated/client.ts';

/** What runs a statement: the pool, or a transaction's connection. */
export type Queryable = Pick<PoolClient, 'query'>;

/** One transaction: Prisma's client for it, and its connection for statements in SQL. */
export type Transaction = { prisma: Prisma.TransactionClient; sql: Queryable };

/** Runs `work` in one transaction; see `Database.transaction`. */
export type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/**
 * Longer than any transaction and any wait for a connection may take: Postgres and the pool end those (`openDatabase`), and
 * say why. Prisma would roll back beside `work`, whose later statements in SQL would then stand for themselves. Of those that
 * Prisma begins by itself, too: it would give up after two seconds on a busy machine.
 */
const limits = { maxWait: 10_000, timeout: 600_000 };

/**
 * Prisma on this pool, and transactions in which Prisma and statements in SQL use the same connection.
 *
 * Prisma begins a transaction on a connection that it does not show. Its adapter for `pg` is asked for that connection
 * where it begins one; the asynchronous context tells for which call it was.
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
      // Prisma begins one by itself, too, as for more rows than a statement has parameters for.
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

/** A transaction as Prisma has begun it. */
type PrismaTransaction = Awaited<ReturnType<Awaited<ReturnType<PrismaPg['connect']>>['startTransaction']>>;

/** One transaction that runs, and whether its server turned out to be a stand-by. */
type Call = { connection?: Queryable; onlyReads?: boolean };

/** Prisma's adapter gives every connection back as a sound one; that to a stand-by is to be closed. */
function takeConnection(call: Call, connection: PoolClient): void {
  call.connection = connection;
  const release = connection.release.bind(connection);
  connection.release = (fault) => release(fault ?? call.onlyReads);
}

/** What Prisma runs in a transaction is heard here: one that it began by itself has no `work` that would tell. */
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

/** The connection that the adapter's transaction runs on; its type does not tell of it. */
function connectionOf(transaction: object): PoolClient {
  const connection: unknown = 'client' in transaction ? transaction.client : undefined;
  if (typeof connection !== 'object' || connection === null || !('query' in connection)) {
    throw new Error('The adapter of Prisma for pg keeps its connection elsewhere than in `client`.');
  }
  return connection as PoolClient;
}
