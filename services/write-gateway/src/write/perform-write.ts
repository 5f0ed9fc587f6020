import { createHash } from 'node:crypto';
import { statementSpan } from '@writ/db';
import type { Governor } from '@writ/governor';
import { sendLive, type InstallationForWrite, type LiveConnections } from '@writ/installation';
import { providerLaneId } from '@writ/lanes';
import type { BegunWrite, EndedOperation, KeyedRequest } from '@writ/operation';
import { Refusal } from '@writ/problems';
import { sendWrite, watchCalls, type ProviderAdapter, type SentWrite } from '@writ/providers';
import { inSpan, type Clock } from '@writ/service-kit';
import type { OperationEnd } from '@writ/service-parts';
import {
  causesText,
  noteLines,
  warningsOf,
  writtenLines,
  type ProviderFault,
  type WritePlan,
} from '@writ/write-core';
import type { PerformOnce } from '../idempotency/perform-once.ts';
import type { OnceAnswer } from '../idempotency/repeat-answer.ts';
import { decisiveOf, endOf, faultsOf } from './ended-write.ts';
import { begunWrite, type CheckedWrite } from './checked-write.ts';
import { refuseFailedWrite } from './refuse-failed-write.ts';
import type { StoreOrRetry } from '../idempotency/store-or-retry.ts';
import { batchMembers, writeAnswer } from './write-answer.ts';

type WriteNow = CheckedWrite & {
  adapter: ProviderAdapter;
  keyed: KeyedRequest | undefined;
  /** The caller disconnected: ends waits for permits, but no running call. */
  gone: AbortSignal;
};

/**
 * Once per key.
 * @throws Refusal if nothing was written
 */
export type PerformWrite = (write: WriteNow) => Promise<OnceAnswer>;

// eslint-disable-next-line max-lines-per-function -- The steps of one synchronous write share its time limit.
export function createPerformWrite(deps: {
  recordEnded: (operation: EndedOperation) => Promise<void>;
  store: StoreOrRetry;
  performOnce: PerformOnce;
  connections: Pick<LiveConnections, 'use' | 'renew'>;
  governor: Pick<Governor, 'paced'>;
  onEnded: (end: OperationEnd) => void;
  clock: Clock;
  /** Of the provider. */
  limitMs: number;
}): PerformWrite {
  const { limitMs } = deps;
  /** The write is done: a failed recording must not fail it. */
  const record = async (operation: EndedOperation): Promise<string[]> => {
    const became = await inSpan('commit', statementSpan('record operation'), () =>
      deps.store.now({
        what: 'the operation of a synchronous write',
        operationId: operation.id,
        sizeBytes: () => JSON.stringify(operation).length,
        run: () => deps.recordEnded(operation),
      }),
    );
    return unrecorded[became];
  };

  const perform = async (
    { installation, adapter, plan, notes, headers, objectName, gone }: WriteNow,
    connection: NonNullable<InstallationForWrite['connection']>,
    begun: BegunWrite,
    // eslint-disable-next-line max-lines-per-function -- These are the steps.
  ): Promise<Record<string, unknown>> => {
    const beganAt = deps.clock.now();
    const signal = AbortSignal.timeout(limitMs);
    const live = await deps.connections.use(connection, signal);
    const operationId = begun.id;
    const calls = watchCalls();
    const call = {
      objectName,
      headers,
      readBack: true,
      signal,
      onCall: calls.onCall,
      timeoutMs: limitMs,
      allOrNone: plan.allOrNone,
    };
    const outcome =
      live.kind === 'failed'
        ? notSent(plan, live.fault)
        : await deps.governor.paced(
            // The quota is shared with asynchronous writes.
            { key: providerLaneId(installation), provider: installation.provider },
            { ...pacing, write: () => contentOf(plan, objectName), signal: AbortSignal.any([signal, gone]) },
            (pace) =>
              sendLive(deps.connections, { ...live, signal }, (connection) =>
                sendWrite(adapter, { ...call, connection, pace }, plan),
              ),
          );
    const ended = endOf(plan, outcome, objectName);
    const faults = faultsOf(outcome);
    const [first, ...others] = faults;
    const fault = decisiveOf(faults)?.kind;
    const isFailure = ended.status === 'failure';
    deps.onEnded({
      mode: 'synchronous',
      outcome: ended.status,
      provider: installation.provider,
      fault: isFailure ? fault : undefined,
      records: sentRecords(outcome),
    });
    const lines = [
      ...notes,
      ...noteLines(outcome.kept, plan.form),
      ...writtenLines(outcome.records, plan.form),
    ];
    const notRecorded = await record({
      ...begun,
      ...ended,
      fault,
      call: calls.told(),
      ofNoRecord: outcome.errors,
      tookMs: Math.max(0, deps.clock.now().getTime() - beganAt.getTime()),
      notes: lines,
    });
    if (isFailure && first) {
      const batch = plan.form === 'batch' && { batch: batchMembers(outcome) };
      const { connectionId: id, projectId, provider } = installation;
      const warnings = warningsOf(lines);
      const providerName = adapter.declaration.displayName;
      const failed = {
        operationId,
        type: plan.type,
        connection: { id, projectId, provider },
        providerName,
        said: causesText(outcome),
        warnings,
        ...batch,
      };
      throw refuseFailedWrite({ ...failed, faults: [first, ...others] }, deps.clock.now());
    }
    return writeAnswer({ operationId, plan, outcome, notes: lines, unrecorded: notRecorded });
  };

  return async (write) => {
    const { connection } = write.installation;
    if (!connection) throw connectionGone(write.installation);
    const begun = begunWrite(write);
    return deps.performOnce(begun, write.keyed, () => perform(write, connection, begun));
  };
}

const unrecorded: Record<Awaited<ReturnType<StoreOrRetry['now']>>, string[]> = {
  stored: [],
  later: ['The write was done. Its operation is recorded as soon as the database answers again.'],
  failed: ['The write was done, but its operation could not be recorded.'],
};

/** Contract §4.2. */
const pacing = { synchronous: true, patienceMs: 5_000 };

/** Repeated failures of one record are one write for the breaker. */
const contentOf = ({ type, records }: WritePlan, objectName: string): string =>
  createHash('sha256')
    .update(JSON.stringify([objectName, type, records]))
    .digest('base64url');

const sentRecords = ({ records }: SentWrite) => {
  const written = records.filter(({ kind }) => kind === 'written').length;
  return { written, failed: records.length - written };
};

const notSent = ({ records }: WritePlan, fault: ProviderFault): SentWrite => ({
  records: records.map(() => ({ kind: 'failed', faults: [fault] })),
  errors: [],
  kept: [],
});

function connectionGone({ id, projectId, integrationId, connectionId }: InstallationForWrite): Refusal {
  const path = `/v1/projects/${projectId}/integrations/${integrationId}/installations/${id}`;
  return new Refusal('connection-not-working', {
    detail: "The installation's connection no longer exists.",
    remedy: `Make a connection with \`POST /v1/projects/${projectId}/connections:generate\`, and name it with \`PATCH ${path}\`.`,
    context: { connectionId },
  });
}
