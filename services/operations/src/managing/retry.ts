import type { Actor } from '@writ/contracts';
import { newId, type Transaction } from '@writ/db';
import { findInstallationsNow } from '@writ/installation';
import { retryOperations, type RetryableOperation } from '@writ/operation';
import { countReasons, type LeftOut } from '@writ/task';
import type { ManagingDeps } from './managing-deps.ts';
import { planRetry, type RetryPlan } from './plan-retry.ts';

export type Retried =
  { kind: 'accepted'; operationId: string } | { kind: Exclude<RetryPlan['kind'], 'planned'> };

/**
 * Accepts a new operation for the failed records of each operation, in one transaction; returns the earlier retry of
 * one retried before.
 *
 * @param asked.by absent for a step of a task, which stores the caller
 * @param asked.note called in the transaction with the result
 */
export async function retry(
  deps: ManagingDeps,
  operations: readonly RetryableOperation[],
  asked: {
    requestId: string;
    traceParent?: string | undefined;
    by?: Actor;
    note?: (tx: Transaction, came: { done: readonly string[]; leftOut: LeftOut }) => Promise<void>;
  },
): Promise<readonly Retried[]> {
  const { requestId, traceParent, by, note } = asked;
  const now = await findInstallationsNow(
    deps.pool,
    operations.map(({ installationId }) => installationId),
  );
  const plans = operations.map((before) => ({
    before,
    plan: planRetry(before, now.get(before.installationId), { id: newId(), requestId, traceParent }),
  }));
  const planned = plans.flatMap(({ before, plan }) => (plan.kind === 'planned' ? [{ before, ...plan }] : []));
  const whyNot = plans.flatMap(({ plan }) => (plan.kind === 'planned' ? [] : [plan.kind]));
  const options = {
    keptHours: await deps.retriesKeptHours(operations.map(({ projectId }) => projectId)),
    requestId,
    ...(by && { by }),
    ...(note && {
      note: (tx: Transaction, done: readonly string[], before: number) =>
        note(tx, { done, leftOut: { ...countReasons(whyNot), retriedBefore: before } }),
    }),
  };
  const { became, lanes } = await retryOperations(deps, planned, options);
  deps.wakeLanes(lanes);
  return plans.map(({ before, plan }) =>
    plan.kind === 'planned'
      ? { kind: 'accepted', operationId: became.get(before.id) ?? plan.operation.id }
      : { kind: plan.kind },
  );
}
