import { inTransaction, newId, type Queryable } from '@writ/db';
import { findInstallationsNow } from '@writ/installation';
import { providerLane, touchLanes } from '@writ/lanes';
import {
  acceptWrites,
  keepDoubts,
  keepOrigins,
  logRetries,
  reserveKeys,
  retryScope,
  type NewOperation,
  type RetryableOperation,
} from '@writ/operation';
import type { ManagingDeps } from './managing-deps.ts';
import { planRetry, type RetryPlan } from './plan-retry.ts';

/** What came of the wish to try an operation again. */
export type Retried =
  { kind: 'accepted'; operationId: string } | { kind: Exclude<RetryPlan['kind'], 'planned'> };

/** Keys of retries stand for operations alone: there is no body to compare. */
export const noBody = Buffer.alloc(0);

type Planned = { before: RetryableOperation; operation: NewOperation };

/**
 * Accepts a new operation for the failed records of each operation, in one transaction. An operation that was tried again
 * before is not tried once more: the answer is the operation that it became then.
 *
 * @param within done in the same transaction
 */
export async function retry(
  deps: ManagingDeps,
  operations: readonly RetryableOperation[],
  requestId: string,
  within: (tx: Queryable) => Promise<void> = () => Promise.resolve(),
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
  const ids = await inTransaction(deps.pool, async (tx) => {
    const became = await accept(tx, planned, deps.retriesKeptHours, requestId);
    await within(tx);
    return became;
  });
  deps.wakeLanes(new Set(planned.map(({ operation }) => operation.laneId)));
  return plans.map(({ before, plan }) =>
    plan.kind === 'planned'
      ? { kind: 'accepted', operationId: ids.get(before.id) ?? plan.operation.id }
      : { kind: plan.kind },
  );
}

/** Gives what each operation is tried again as. */
async function accept(
  tx: Queryable,
  planned: readonly Planned[],
  keptHours: number,
  requestId: string,
): Promise<ReadonlyMap<string, string>> {
  if (planned.length === 0) return new Map();
  const states = await reserveKeys(
    tx,
    planned.map(({ before, operation }) => ({
      ...{ projectId: before.projectId, scope: retryScope, key: before.id, keptHours },
      bodyHash: noBody,
      operationId: operation.id,
    })),
  );
  const fresh = planned.filter((_, place) => states[place]?.kind === 'reserved');
  if (fresh.length > 0) await open(tx, fresh, requestId);
  return new Map(
    planned.map(({ before, operation }, place) => {
      const state = states[place];
      return [before.id, state?.kind === 'accepted' ? state.operationId : operation.id];
    }),
  );
}

async function open(tx: Queryable, fresh: readonly Planned[], requestId: string): Promise<void> {
  await acceptWrites(
    tx,
    fresh.map(({ operation }) => operation),
    [],
  );
  const retryOf = ({ before, operation }: Planned) => ({
    projectId: before.projectId,
    before: before.id,
    after: operation.id,
  });
  await keepOrigins(
    tx,
    fresh
      .filter(({ before }) => before.isAutoBatch)
      .flatMap((one) =>
        one.before.failed.map(({ index }, place) => ({ ...retryOf(one), index: place, indexBefore: index })),
      ),
  );
  await keepDoubts(
    tx,
    fresh.flatMap((one) =>
      one.before.failed.flatMap(({ inDoubt }, place) =>
        inDoubt && isSameAccount(one) ? [{ ...retryOf(one), index: place }] : [],
      ),
    ),
  );
  await logRetries(tx, fresh.map(retryOf), requestId);
  await touchLanes(
    tx,
    fresh.map(({ operation }) => providerLane(operation)),
  );
}

/** What may have been created in one account was not created in another. */
const isSameAccount = ({ before, operation }: Planned): boolean =>
  before.type === 'create' && before.account === operation.account;
