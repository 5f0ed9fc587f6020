import { CommitUnknownError, createGroupCommit, isContentFault, newId } from '@writ/db';
import type { InstallationForWrite } from '@writ/installation';
import { providerLane, type LaneWaker } from '@writ/lanes';
import type { BatchedWrite, KeyedRequest, NewOperation } from '@writ/operation';
import { Refusal } from '@writ/problem-details';
import {
  noteLines,
  type FieldNote,
  type ForwardHeader,
  type PlannedRecord,
  type ProviderDeclaration,
  type When,
  type WritePlan,
} from '@writ/write-core';
import type { Pool } from 'pg';
import { refuseKey } from '../idempotency/refuse-key.ts';
import type { BacklogLimit } from './backlog-limit.ts';
import { operationTarget } from './operation-target.ts';
import { storeAcceptances, type Acceptance, type Accepted } from './store-acceptances.ts';
import { createStoreBatched } from './store-batched.ts';
import { storeCreates } from './store-creates.ts';
import type { Stored } from './stored.ts';

/** A planned asynchronous write. */
export type LaterWrite = {
  installation: InstallationForWrite;
  plan: WritePlan;
  notes: readonly FieldNote[];
  headers: readonly ForwardHeader[];
  when: Extract<When, { mode: 'asynchronous' }>;
  objectName: string;
  /** Tells which ids are of one record: the order of updates goes by it. */
  recordKeyOf: ProviderDeclaration['recordKeyOf'];
  requestId: string;
  /** Of a caller that may send the same request again. */
  keyed: KeyedRequest | undefined;
};

/** Accepts asynchronous writes. */
export type AcceptWrite = (write: LaterWrite) => Promise<{ operationId: string; replayed: boolean }>;

const maxWritesPerCommit = 200;
/** Two commits at a time: one is filled while the other one waits for the disk. */
const commitsAtOnce = 2;

/**
 * Accepted means committed: gives the operation's id once operation, planned records and the lane's due time are in one
 * commit, shared by all requests of the last few milliseconds. Then the lane is woken, which may fail without harm.
 */
export function createAcceptWrite(deps: {
  pool: Pool;
  waker: LaneWaker;
  backlog: BacklogLimit;
  onCommit: (writes: number) => void;
}): AcceptWrite {
  const options = {
    isContentFault,
    maxItems: maxWritesPerCommit,
    concurrency: commitsAtOnce,
    onCommit: deps.onCommit,
  };
  // What needs one statement alone does not share a transaction with those that need several.
  const creates = createGroupCommit<NewOperation, Stored>({
    commit: (operations) => storeCreates(deps.pool, operations),
    ...options,
  });
  const others = createGroupCommit<Acceptance, Accepted>({
    commit: (acceptances) => storeAcceptances(deps.pool, acceptances),
    ...options,
  });
  // Each goes by what the one before it left in the batches.
  const batched = createGroupCommit<BatchedWrite, Accepted>({
    commit: createStoreBatched(deps.pool, () => performance.now()),
    ...options,
    concurrency: 1,
  });
  const store = (acceptance: Acceptance): Promise<Accepted> => {
    if (acceptance.keyed) return others.add(acceptance);
    if ('batched' in acceptance) return batched.add(acceptance.batched);
    return acceptance.operation.type === 'create'
      ? creates.add(acceptance.operation)
      : others.add(acceptance);
  };

  const laneIdOf = laneIds();
  return async (write) => {
    await deps.backlog.take(write.installation.projectId);
    const laneId = laneIdOf(write.installation);
    const accepted = await store(toAcceptance(write, laneId)).catch((error: unknown) => {
      throw error instanceof CommitUnknownError ? acceptanceUnknown(error, write.keyed) : error;
    });
    if (accepted.kind === 'stored') {
      if (accepted.due === 'anew') deps.waker.wake([laneId]);
      else if (accepted.due === 'already') deps.waker.remind([laneId]);
      return { operationId: accepted.operationId, replayed: false };
    }
    if (accepted.kind === 'accepted') return { operationId: accepted.operationId, replayed: true };
    const state = accepted.kind === 'answered' ? ({ kind: 'mismatch' } as const) : accepted;
    throw refuseKey(state, write.keyed?.key ?? '');
  };
}

/** Writes that were looked up together share the installation, and the id of its lane, which is made with a hash. */
function laneIds(): (installation: InstallationForWrite) => string {
  const known = new WeakMap<InstallationForWrite, string>();
  return (installation) => {
    const id = known.get(installation) ?? providerLane(installation).id;
    known.set(installation, id);
    return id;
  };
}

function toAcceptance(write: LaterWrite, laneId: string): Acceptance {
  const { installation, plan, notes, headers, when, objectName, requestId, keyed } = write;
  const common = {
    ...operationTarget(installation, objectName),
    laneId,
    deadlineHours: when.deadlineHours,
    forwardHeaders: headers,
    requestId,
    notes: noteLines(notes, plan.form),
  };
  const records = plan.records.map((record) => withKey(record, write.recordKeyOf));
  const [record] = records;
  if (when.autoBatch && record && plan.type !== 'delete') {
    const { maxDelayMinutes } = when.autoBatch;
    const key = keyed && { idempotencyKey: keyed.key };
    return { keyed, batched: { ...common, type: plan.type, maxDelayMinutes, record, ...key } };
  }
  return { keyed, operation: { ...common, ...plan, records, id: newId() } };
}

/** Most ids have one form, and are kept once. */
function withKey(record: PlannedRecord, recordKeyOf: LaterWrite['recordKeyOf']): PlannedRecord {
  const key = record.id === undefined ? undefined : recordKeyOf(record.id);
  return key === undefined || key === record.id ? record : { ...record, key };
}

const acceptanceUnknown = (cause: Error, keyed: KeyedRequest | undefined): Refusal =>
  new Refusal('unavailable', {
    detail: 'The database went away while the write was being stored: it may have been accepted, or not.',
    remedy: keyed
      ? 'Send the request again with the same Idempotency-Key: it is accepted once.'
      : 'Look in the list of operations before you send the write again.',
    retryable: keyed !== undefined,
    context: { outcome: 'unknown' },
    causes: [cause.message],
  });
