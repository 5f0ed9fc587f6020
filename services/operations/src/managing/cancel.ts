import { inTransaction, type Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { findInstallationFacts } from '@writ/installation';
import { providerLane, touchLanes } from '@writ/lanes';
import { cancelOperations, writeAsyncDone, type CancelledOperation } from '@writ/operation';
import { resultTexts } from '@writ/write-core';
import type { ManagingDeps } from './managing-deps.ts';

/** Which operations of a project are to be cancelled. */
export type CancelRequest = { projectId: string; ids: readonly string[]; sharedToo: boolean };

/**
 * Cancels those operations of which nothing has been sent, and announces each in the same transaction. Gives the ids of
 * those that it ended.
 */
export async function cancel(deps: ManagingDeps, request: CancelRequest): Promise<readonly string[]> {
  const cancelled = await inTransaction(deps.pool, async (tx) => {
    const ended = await cancelOperations(tx, request);
    if (ended.length === 0) return ended;
    await announce(tx, ended, deps.managementUrl);
    // Writes to the same records may go on now.
    await touchLanes(tx, ended.filter(isUpdate).map(providerLane));
    return ended;
  });
  if (cancelled.length > 0) deps.pokeRelay();
  deps.wakeLanes(new Set(cancelled.filter(isUpdate).map(({ laneId }) => laneId)));
  return cancelled.map(({ id }) => id);
}

const isUpdate = ({ type }: CancelledOperation): boolean => type === 'update';

async function announce(
  tx: Queryable,
  cancelled: readonly CancelledOperation[],
  managementUrl: string,
): Promise<void> {
  const refs = [...new Map(cancelled.map((operation) => [operation.installationId, operation])).values()];
  const facts = new Map(
    (await findInstallationFacts(tx, refs)).map((found) => [found.installationId, found]),
  );
  await addToOutbox(
    tx,
    cancelled.map((operation) => {
      const end = { status: 'failure', result: resultTexts.cancelled() } as const;
      const told = { facts: facts.get(operation.installationId) ?? {}, managementUrl };
      return writeAsyncDone(
        operation,
        { ...end, succeeded: 0, failed: operation.recordCount },
        operation.records,
        told,
      );
    }),
  );
}
