import type { Operation, OperationAttempt } from '@writ/sdk';
import { useLane } from '../../../data/writes/lanes.ts';
import { useOperation } from '../../../data/writes/operation.ts';
import { useProject } from '../../../data/project.ts';
import { Id, To } from '../../../parts/facts/id.tsx';
import { Status } from '../../../parts/facts/facts.tsx';
import { brandOf } from '../../../parts/facts/words.ts';
import { useFromNow } from '../../../parts/time/now.ts';
import { Countdown, ExactTime } from '../../../parts/time/time.tsx';
import { durationWords } from '../../../parts/time/words.ts';
import { Facts, Moment } from '../../../parts/timeline/timeline.tsx';
import { PausedBy } from '../../lanes/lane-parts.tsx';
import { operationStanding } from '../../operations/operation-standing.ts';
import { reasonWords, type WaitingReason } from '../operation-words.ts';

/** Every write has shorter waits. */
const waitedMs = 1_000;

type WaitedGiven = {
  operation: Operation;
  attempt: OperationAttempt;
  before: OperationAttempt | undefined;
  sinceMs: number;
};

export function Waited({ operation, attempt, before, sinceMs }: WaitedGiven) {
  const from = attempt.number === 1 ? operation.createTime : before?.endTime;
  if (from === undefined || attempt.startTime === undefined) return null;
  const ms = Date.parse(attempt.startTime) - Date.parse(from);
  if (ms < waitedMs) return null;
  const collected = attempt.number === 1 && operation.metadata.autoBatch ? ('batch' as const) : undefined;
  const reason = before?.waitingFor ?? collected;
  const why = reason === undefined || reason === 'retry' ? '' : `: ${reasonWords[reason]}`;
  return <Moment title={`Waited ${durationWords(ms)}${why}`} tone="waiting" at={from} sinceMs={sinceMs} />;
}

export function Waits({ operation, last }: { operation: Operation; last: OperationAttempt | undefined }) {
  const { waiting, retry, autoBatch } = operation.metadata;
  if (last?.outcome === 'running') return null;
  if (!waiting) return <AboutToBeSent laneId={operation.laneId} />;
  // A person or another write ends it, not the next attempt's time.
  const isOpen = waiting.reason === 'paused' || waiting.reason === 'order';
  const until = waiting.until ?? (isOpen ? undefined : retry?.nextAttempt);
  const next = autoBatch?.stage === 'accumulating' ? 'Runs' : 'Goes on';
  return (
    <Moment title={`Waits: ${reasonWords[waiting.reason]}`} tone="waiting">
      {until === undefined ? (
        <p>{goesOn[waiting.reason] ?? 'Until when is not known.'}</p>
      ) : (
        <p>
          {next} in <Countdown at={until} /> at the latest, at <ExactTime at={until} />.
        </p>
      )}
      {waiting.reason === 'paused' && <Pause laneId={operation.laneId} />}
      <Cause operation={operation} waiting={waiting} />
    </Moment>
  );
}

/** Longer than a due write waits in a working lane. */
const overdueMs = 60_000;

function AboutToBeSent({ laneId }: { laneId: string }) {
  const { data: { oldestDue, inFlight, paused } = {} } = useLane(useProject(), laneId);
  const dueMs = oldestDue === undefined || inFlight !== 0 || paused ? Infinity : Date.parse(oldestDue);
  const isLeft = useFromNow((nowMs) => nowMs - dueMs > overdueMs);
  if (!isLeft || oldestDue === undefined) return <Moment title="Is about to be sent" tone="busy" />;
  return (
    <Moment title="Waits: nothing takes up the writes of this account" tone="waiting">
      <p>
        The first of them is due since <ExactTime at={oldestDue} />. Perhaps no write worker is running:
        whoever runs this service finds out by <code>GET /v1/system</code>, or by <code>writ doctor</code>.
      </p>
    </Moment>
  );
}

const goesOn: Readonly<Partial<Record<WaitingReason, string>>> = {
  paused: 'Goes on when somebody resumes the lane of this account.',
  order: 'Goes on when the write in front of it has ended.',
  connection: 'Goes on when its connection can be used again.',
};

function Pause({ laneId }: { laneId: string }) {
  const { data: lane } = useLane(useProject(), laneId);
  return lane?.paused && <PausedBy pause={lane.paused} />;
}

function InFront({ id }: { id: string }) {
  const { data: front } = useOperation(useProject(), id);
  const until = front?.metadata.waiting?.until;
  return (
    <Facts>
      <span>
        In front of it: <Id id={id} label="operation id" place={['operations', id]} />
      </span>
      {front && <Status {...operationStanding(front)} />}
      {until !== undefined && (
        <span>
          goes on in <Countdown at={until} /> at the latest
        </span>
      )}
    </Facts>
  );
}

type CauseGiven = { operation: Operation; waiting: NonNullable<Operation['metadata']['waiting']> };

function Cause({ operation: { laneId, provider, account }, waiting }: CauseGiven) {
  if (waiting.reason === 'order' && waiting.operationId !== undefined)
    return <InFront id={waiting.operationId} />;
  if (['connection', 'order', 'batch'].includes(waiting.reason)) return null;
  return (
    <p>
      <To place={['lanes', laneId]}>{`All that waits for ${brandOf(provider)} ${account}`}</To>
    </p>
  );
}
