import { CommitUnknownError, newId, statementSpan } from '@writ/db';
import { inSpan } from '@writ/service-kit';
import { providerLaneId, type LaneWaker } from '@writ/lanes';
import type { Accept, Accepted, KeyedRequest } from '@writ/operation';
import { outcomeUnknown, type Refusal } from '@writ/problems';
import { mostTogether, type PlannedRecord, type ProviderDeclaration, type When } from '@writ/write-core';
import { refuseKey } from '../idempotency/repeat-answer.ts';
import type { TakeBacklog } from './backlog-of-group.ts';
import { operationTarget, type CheckedWrite } from './checked-write.ts';

export type LaterWrite = CheckedWrite & {
  when: Extract<When, { mode: 'asynchronous' }>;
  /** For order and shared calls. */
  declaration: ProviderDeclaration;
  keyed: KeyedRequest | undefined;
};

export type AcceptWrite = (write: LaterWrite) => Promise<{ operationId: string; replayed: boolean }>;

/**
 * Wakes the lane after storing, which may fail without harm.
 *
 * @throws Refusal if group or project has too many unfinished writes, the key was used otherwise, or the outcome is unknown
 */
export function createAcceptWrite(deps: {
  accept: Accept;
  waker: LaneWaker;
  takeBacklog: TakeBacklog;
}): AcceptWrite {
  return async (write) => {
    const { projectId, groupRef } = write.installation;
    await deps.takeBacklog({ projectId, groupRef });
    const laneId = providerLaneId(write.installation);
    const accepted = await inSpan('commit', statementSpan('accept operation'), () =>
      store(deps.accept, write, laneId),
    ).catch((error: unknown) => {
      throw error instanceof CommitUnknownError ? acceptanceUnknown(error, write.keyed) : error;
    });
    if (accepted.kind === 'stored') {
      if (accepted.due !== 'later') deps.waker.wake([laneId], { wereDue: accepted.due === 'already' });
      return { operationId: accepted.operationId, replayed: false };
    }
    if (accepted.kind === 'accepted') return { operationId: accepted.operationId, replayed: true };
    const state = accepted.kind === 'answered' ? ({ kind: 'mismatch' } as const) : accepted;
    throw refuseKey(state, write.keyed?.key ?? '');
  };
}

function store(accept: Accept, write: LaterWrite, laneId: string): Promise<Accepted> {
  const { installation, plan, notes, headers, when, objectName, requestId, traceParent, keyed } = write;
  const common = {
    ...operationTarget(installation, objectName),
    laneId,
    deadlineHours: when.deadlineHours,
    forwardHeaders: headers,
    requestId,
    traceParent,
    notes,
    keyed,
  };
  const records = plan.records.map((record) => withKey(record, write.declaration.recordKeyOf));
  const [record] = records;
  if (when.autoBatch && record && plan.type !== 'delete') {
    const { maxDelayMinutes } = when.autoBatch;
    return accept.batched({ ...common, type: plan.type, maxDelayMinutes, record });
  }
  const { gather } = installation;
  const sharing = { objectName, headers, ...(gather !== undefined && { gather }) };
  const together = mostTogether(plan, sharing, write.declaration);
  return accept.operation({ ...common, ...plan, records, together, id: newId() });
}

function withKey(record: PlannedRecord, recordKeyOf: ProviderDeclaration['recordKeyOf']): PlannedRecord {
  const key = record.id === undefined ? undefined : recordKeyOf(record.id);
  return key === undefined || key === record.id ? record : { ...record, key };
}

const acceptanceUnknown = (cause: Error, keyed: KeyedRequest | undefined): Refusal =>
  outcomeUnknown({
    detail: 'The database connection broke while the write was being stored, so it may have been accepted.',
    remedy: keyed
      ? 'Send the request again with the same Idempotency-Key: it is accepted once.'
      : 'Look in the list of operations before you send the write again.',
    retryable: keyed !== undefined,
    causes: [cause.message],
  });
