import type { Operation, OperationAttempt } from '@writ/sdk';
import { Link } from 'wouter';
import { useProject } from '../../../data/project.ts';
import { Id } from '../../../parts/facts/id.tsx';
import { Countdown } from '../../../parts/time/time.tsx';
import { durationWords } from '../../../parts/time/words.ts';
import { Moment } from '../../../parts/timeline/timeline.tsx';
import { reasonWords } from '../operation-words.ts';

/** Shorter waits are those of every write. */
const waitedMs = 1_000;

/** How long an attempt was waited for, and why. */
export function Waited({
  operation,
  attempt,
  before,
  sinceMs,
}: {
  operation: Operation;
  attempt: OperationAttempt;
  before: OperationAttempt | undefined;
  sinceMs: number;
}) {
  const from = attempt.number === 1 ? operation.createTime : before?.endTime;
  if (from === undefined || attempt.startTime === undefined) return null;
  const ms = Date.parse(attempt.startTime) - Date.parse(from);
  if (ms < waitedMs) return null;
  const collected = attempt.number === 1 && operation.metadata.autoBatch ? ('batch' as const) : undefined;
  const reason = before?.waitingFor ?? collected;
  const why = reason === undefined || reason === 'retry' ? '' : `: ${reasonWords[reason]}`;
  return <Moment title={`Waited ${durationWords(ms)}${why}`} tone="waiting" at={from} sinceMs={sinceMs} />;
}

/** What it waits for now. */
export function Waits({ operation, last }: { operation: Operation; last: OperationAttempt | undefined }) {
  const { waiting, retry, autoBatch } = operation.metadata;
  if (last?.outcome === 'running') return null;
  const until = waiting?.until ?? retry?.nextAttempt;
  if (!waiting) return <Moment title="Is about to be sent" tone="busy" />;
  const next = autoBatch?.stage === 'accumulating' ? 'Runs' : 'Goes on';
  return (
    <Moment title={`Waits: ${reasonWords[waiting.reason]}`} tone="waiting">
      {until === undefined ? (
        <p>Nobody knows until when.</p>
      ) : (
        <p>
          {next} in <Countdown at={until} past="a moment" /> at the latest.
        </p>
      )}
      <Cause operation={operation} waiting={waiting} />
    </Moment>
  );
}

/** Where to look for why. */
function Cause({
  operation: { laneId, provider, account },
  waiting,
}: {
  operation: Operation;
  waiting: NonNullable<Operation['metadata']['waiting']>;
}) {
  const project = useProject();
  if (waiting.reason === 'order' && waiting.operationId !== undefined)
    return (
      <p>
        In front of it:{' '}
        <Id
          id={waiting.operationId}
          label="operation id"
          href={project.to('operations', waiting.operationId)}
        />
      </p>
    );
  // What it waits for is no lane.
  if (['connection', 'order', 'batch'].includes(waiting.reason)) return null;
  return (
    <p>
      <Link href={project.to('lanes', laneId)}>{`All that waits for ${provider} ${account}`}</Link>
    </p>
  );
}
