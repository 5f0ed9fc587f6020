import type { InstallationNow } from '@writ/installation';
import { providerLane } from '@writ/lanes';
import type { NewOperation, RetryableOperation } from '@writ/operation';
import type { PlannedRecord } from '@writ/write-core';

/** A new operation for the failed records, or why there can be none. */
export type RetryPlan =
  | { kind: 'planned'; operation: NewOperation }
  | { kind: 'records-removed' | 'no-installation' | 'moved' | 'written' };

/**
 * Plans, purely, a new operation for the records that failed: planned as they were, for the same installation as it is
 * now. Records that are updated are known by their ids in one account, and so cannot follow into another.
 */
export function planRetry(
  operation: RetryableOperation,
  now: InstallationNow | undefined,
  made: { id: string; requestId: string },
): RetryPlan {
  if (!now) return { kind: 'no-installation' };
  if (operation.failed.length === 0) return { kind: 'written' };
  const moved = now.provider !== operation.provider || now.account !== operation.account;
  if (moved && operation.type !== 'create') return { kind: 'moved' };
  if (now.provider !== operation.provider) return { kind: 'moved' };
  const records = operation.failed.flatMap(({ planned }): PlannedRecord[] => (planned ? [planned] : []));
  if (records.length < operation.failed.length) return { kind: 'records-removed' };
  const { projectId, type, form, allOrNone, forwardHeaders, deadlineHours, objectName } = operation;
  const { integrationId, groupRef, configId, connectionId, provider, account } = now;
  return {
    kind: 'planned',
    operation: {
      ...made,
      ...{
        projectId,
        integrationId,
        installationId: now.id,
        configId,
        connectionId,
        groupRef,
        provider,
        account,
      },
      ...{ objectName, type, form, allOrNone, forwardHeaders, deadlineHours, records, notes: [] },
      laneId: providerLane({ projectId, provider, account }).id,
    },
  };
}
