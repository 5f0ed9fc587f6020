import type { Actor } from '@writ/contracts';
import type { Database, Queryable, Transaction } from '@writ/db';
import { insertAuditEntries, type Act } from '@writ/tenancy';
import { acceptOperations } from '../accept/accept-operations.ts';
import { findKey, reserveKeys } from '../accept/idempotency-keys.ts';
import type { NewOperation } from '../operation.ts';
import { keepDoubts, keepOrigins, logRetries, type Retry } from './retry-traces.ts';
import { retryScope } from '../read/retry-scope.ts';
import type { RetryableOperation } from './retryable-operation.ts';

export type PlannedRetry = {
  before: RetryableOperation;
  operation: NewOperation;
  /** Only then may a create have happened before. */
  isSameAccount: boolean;
};

/** New operations' ids by old ones, and lanes to wake. */
export type Retried = { became: ReadonlyMap<string, string>; lanes: readonly string[] };

/** Retry keys have no body to compare. */
const noBody = Buffer.alloc(0);

/**
 * An operation that was retried before keeps its first retry.
 * @param by absent for a task's step; the task records who started it
 * @param note called in the transaction with the new ids, and how many were retried before
 */
export function retryOperations(
  { transaction }: Pick<Database, 'transaction'>,
  planned: readonly PlannedRetry[],
  {
    keptHours,
    requestId,
    by,
    note,
  }: {
    keptHours: number;
    requestId: string;
    by?: Actor;
    note?: (tx: Transaction, ids: readonly string[], before: number) => Promise<void>;
  },
): Promise<Retried> {
  return transaction(async (tx) => {
    const states = await reserveKeys(
      tx.sql,
      planned.map(({ before, operation }) => ({
        projectId: before.projectId,
        scope: retryScope,
        key: before.id,
        keptHours,
        bodyHash: noBody,
        operationId: operation.id,
      })),
    );
    const fresh = planned.filter((_, place) => states[place]?.kind === 'reserved');
    const lanes = await accept(tx, fresh, requestId);
    if (by) await insertAuditEntries(tx.prisma, by, ...fresh.map(retriedAct));
    const became = planned.map(({ before, operation }, place) => {
      const state = states[place];
      return [before.id, state?.kind === 'accepted' ? state.operationId : operation.id] as const;
    });
    const ids = fresh.map(({ operation }) => operation.id);
    await note?.(tx, ids, planned.length - fresh.length);
    return { became: new Map(became), lanes: [...lanes] };
  });
}

const retriedAct = ({ before: { projectId, id }, operation }: PlannedRetry): Act => ({
  resource: 'operation',
  after: { projectId, id, retriedAs: operation.id },
});

export async function retriedAs(
  db: Queryable,
  { projectId, id }: { projectId: string; id: string },
): Promise<string | undefined> {
  const known = await findKey(db, { projectId, scope: retryScope, key: id, bodyHash: noBody });
  return known?.kind === 'accepted' ? known.operationId : undefined;
}

async function accept(
  { prisma, sql }: Transaction,
  fresh: readonly PlannedRetry[],
  requestId: string,
): Promise<ReadonlySet<string>> {
  if (fresh.length === 0) return new Set();
  const lanes = await acceptOperations(
    sql,
    fresh.map(({ operation }) => operation),
  );
  const records = fresh.flatMap((one) =>
    one.before.failed.map(({ index: indexBefore, ambiguous, isCollected }, index) => ({
      ...toRetry(one),
      index,
      indexBefore,
      isCollected,
      inDoubt: ambiguous && one.before.type === 'create' && one.isSameAccount,
    })),
  );
  await keepOrigins(
    prisma,
    records.filter(({ isCollected }) => isCollected),
  );
  await keepDoubts(
    prisma,
    records.filter(({ inDoubt }) => inDoubt),
  );
  await logRetries(prisma, fresh.map(toRetry), requestId);
  return lanes;
}

const toRetry = ({ before, operation }: PlannedRetry): Retry => ({
  projectId: before.projectId,
  before: before.id,
  after: operation.id,
});
