import { isSameAccount, type InstallationNow } from '@writ/installation';
import { providerLaneId } from '@writ/lanes';
import type { NewOperation, RetryableOperation } from '@writ/operation';
import type { PlannedRecord } from '@writ/write-core';

/** A new operation for the failed records, or why there can be none. */
export type RetryPlan =
  | { kind: 'planned'; operation: NewOperation }
  | { kind: 'records-removed' | 'no-installation' | 'moved' | 'written' };

/**
 * Plans, purely, a new operation for the records that failed: planned as they were, for the same installation as it is
 * now. Ids are those of one account: records that are updated cannot follow into another, nor can those that are
 * associated with others.
 */
export function planRetry(
  operation: RetryableOperation,
  now: InstallationNow | undefined,
  made: { id: string; requestId: string },
): RetryPlan {
  if (!now) return { kind: 'no-installation' };
  if (operation.failed.length === 0) return { kind: 'written' };
  const isElsewhere = !isSameAccount(now, operation) && namesOthers(operation);
  if (now.provider !== operation.provider || isElsewhere) return { kind: 'moved' };
  const records = operation.failed.flatMap(({ planned }): PlannedRecord[] => (planned ? [planned] : []));
  if (records.length < operation.failed.length) return { kind: 'records-removed' };
  const { projectId, type, form, allOrNone, forwardHeaders, deadlineHours, objectName } = operation;
  const { id: installationId, ...target } = now;
  return {
    kind: 'planned',
    operation: {
      ...made,
      ...target,
      projectId,
      installationId,
      objectName,
      type,
      form,
      allOrNone,
      forwardHeaders: forwardHeaders ?? [],
      deadlineHours,
      records,
      notes: [],
      laneId: providerLaneId({ ...target, projectId }),
      retryOf: operation.id,
    },
  };
}

/** It holds ids of the account that it was accepted for. */
const namesOthers = ({ type, failed }: RetryableOperation): boolean =>
  type !== 'create' || failed.some(({ planned }) => (planned?.associations ?? []).length > 0);
