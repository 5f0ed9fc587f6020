import type { LeftOutReason } from '@writ/contracts';
import { isSameAccount, type InstallationNow } from '@writ/installation';
import { providerLaneId } from '@writ/lanes';
import type { FailedAlike, PlannedRetry, RetryableOperation } from '@writ/operation';
import { declarations } from '@writ/providers';
import { mostTogether, type PlannedRecord } from '@writ/write-core';

export type WhyNot = Extract<
  LeftOutReason,
  'installationGone' | 'written' | 'otherAccount' | 'recordsRemoved'
>;

export type RetryPlan = ({ kind: 'planned' } & Omit<PlannedRetry, 'before'>) | { kind: WhyNot };

type Facts = Pick<FailedAlike, 'provider' | 'account' | 'namesOthers' | 'isLeft' | 'isForgotten'>;

/** Record ids belong to one account: updates, deletes and records with associations cannot move to another. */
export function whyNotRetried(failed: Facts, now: InstallationNow | undefined): WhyNot | undefined {
  if (!now) return 'installationGone';
  if (!failed.isLeft) return 'written';
  const isElsewhere = now.foreignConnection || (!isSameAccount(now, failed) && failed.namesOthers);
  if (now.provider !== failed.provider || isElsewhere) return 'otherAccount';
  return failed.isForgotten ? 'recordsRemoved' : undefined;
}

/** As the records were planned, for the installation as it is now. */
export function planRetry(
  operation: RetryableOperation,
  now: InstallationNow | undefined,
  made: Pick<PlannedRetry['operation'], 'id' | 'requestId' | 'traceParent'>,
): RetryPlan {
  const whyNot = whyNotRetried(factsOf(operation), now);
  if (whyNot !== undefined || !now) return { kind: whyNot ?? 'installationGone' };
  const records = operation.failed.flatMap(({ planned }): PlannedRecord[] => (planned ? [planned] : []));
  const { projectId, type, form, allOrNone, forwardHeaders, deadlineHours, objectName } = operation;
  const { id: installationId, foreignConnection: _, ...target } = now;
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
      together: togetherOf(operation, target, records),
      retryOf: operation.id,
    },
    isSameAccount: isSameAccount(now, operation),
  };
}

/** Shares calls only if the operation did, with the same config and connection. */
function togetherOf(
  { shareKey, configId, connectionId, type, form, allOrNone, objectName, forwardHeaders }: RetryableOperation,
  now: Pick<InstallationNow, 'configId' | 'connectionId' | 'provider'>,
  records: readonly PlannedRecord[],
): number | undefined {
  const declaration = declarations.find(({ name }) => name === now.provider);
  const isUnchanged = now.configId === configId && now.connectionId === connectionId;
  if (shareKey === null || !isUnchanged || !declaration) return undefined;
  const sharing = { objectName, headers: forwardHeaders ?? [], gather: true };
  return mostTogether({ type, form, allOrNone, records }, sharing, declaration);
}

const factsOf = ({ provider, account, type, failed }: RetryableOperation): Facts => ({
  provider,
  account,
  isLeft: failed.length > 0,
  isForgotten: failed.some(({ planned }) => !planned),
  namesOthers:
    (type !== 'create' && type !== 'upsert') ||
    failed.some(({ planned }) => (planned?.associations ?? []).length > 0),
});
