import type { Actor } from '@writ/contracts';
import { newId } from '@writ/db';
import { findInstallationsNow } from '@writ/installation';
import { retryOperations, type RetryableOperation } from '@writ/operation';
import type { ManagingDeps } from './managing-deps.ts';
import { planRetry, type RetryPlan } from './plan-retry.ts';

/** What came of the wish to try an operation again. */
export type Retried =
  { kind: 'accepted'; operationId: string } | { kind: Exclude<RetryPlan['kind'], 'planned'> };

/**
 * Accepts a new operation for the failed records of each operation, in one transaction. An operation that was tried again
 * before is not tried once more: the answer is the operation that it became then.
 */
export async function retry(
  deps: ManagingDeps,
  operations: readonly RetryableOperation[],
  { requestId, by }: { requestId: string; by?: Actor },
): Promise<readonly Retried[]> {
  const now = await findInstallationsNow(
    deps.pool,
    operations.map(({ installationId }) => installationId),
  );
  const plans = operations.map((before) => ({
    before,
    plan: planRetry(before, now.get(before.installationId), { id: newId(), requestId }),
  }));
  const planned = plans.flatMap(({ before, plan }) =>
    plan.kind === 'planned' ? [{ before, operation: plan.operation }] : [],
  );
  const options = { keptHours: deps.retriesKeptHours, requestId, ...(by && { by }) };
  const { became, lanes } = await retryOperations(deps, planned, options);
  deps.wakeLanes(lanes);
  return plans.map(({ before, plan }) =>
    plan.kind === 'planned'
      ? { kind: 'accepted', operationId: became.get(before.id) ?? plan.operation.id }
      : { kind: plan.kind },
  );
}
