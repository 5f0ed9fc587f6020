import type { Operation, OperationLog } from '@writ/sdk';
import { useAttempts, useLog } from '../../../data/writes/operation.ts';
import { useProject } from '../../../data/project.ts';
import { Id } from '../../../parts/facts/id.tsx';
import { Loading, Problem } from '../../../parts/states/states.tsx';
import { Facts, Moment, Said, Timeline } from '../../../parts/timeline/timeline.tsx';
import { operationStanding } from '../../operations/operation-standing.ts';
import { Attempts } from './attempts.tsx';
import { EventMoments } from './event-moments.tsx';
import { notesOf, othersOf, retriedAt } from './notes.ts';
import { Planned } from './planned.tsx';
import { Waits } from './waits.tsx';

export function OperationTimeline({ operation }: { operation: Operation }) {
  const project = useProject();
  const attempts = useAttempts(project, operation);
  const log = useLog(project, operation);
  const error = attempts.error ?? log.error;
  if (error)
    return <Problem fault={error} onRetry={() => void attempts.refetch().then(() => log.refetch())} />;
  if (!attempts.data || !log.data) return <Loading what="what happened" />;
  const sinceMs = Date.parse(operation.createTime);
  return (
    <Timeline label="What happened">
      <Accepted {...{ operation, sinceMs }} />
      <Planned notes={notesOf(log.data)} {...{ operation, sinceMs }} />
      <Attempts attempts={attempts.data} log={log.data} {...{ operation, sinceMs }} />
      {othersOf(log.data, operation.result).map(({ timestamp, severity, message }) => (
        <Moment
          key={timestamp + message.msg}
          title={message.msg}
          tone={severity === 'ERROR' ? 'bad' : severity === 'WARNING' ? 'partial' : 'off'}
          at={timestamp}
          sinceMs={sinceMs}
        >
          {message.error !== undefined && <Said>{message.error}</Said>}
        </Moment>
      ))}
      {operation.status === 'in_progress' && <Waits operation={operation} last={attempts.data.at(-1)} />}
      {operation.status !== 'in_progress' && <Ended log={log.data} {...{ operation, sinceMs }} />}
    </Timeline>
  );
}

type Given = { operation: Operation; sinceMs: number };

function Accepted({ operation, sinceMs }: Given) {
  const { createTime, requestId, idempotencyKey, configId, metadata, retryOf } = operation;
  const { recordCount } = metadata;
  return (
    <Moment title="Accepted" tone="good" at={createTime} sinceMs={sinceMs}>
      <Facts>
        <span>{recordCount === 1 ? '1 record' : `${recordCount} records`}</span>
        <span>
          request <Id id={requestId} label="request id" />
        </span>
        {idempotencyKey !== undefined && (
          <span>
            key <Id id={idempotencyKey} label="idempotency key" />
          </span>
        )}
        <span>
          config version <Id id={configId} label="config version" />
        </span>
      </Facts>
      {retryOf !== undefined && (
        <p>
          Retries the failed records of{' '}
          <Id id={retryOf} label="operation id" place={['operations', retryOf]} />.
        </p>
      )}
    </Moment>
  );
}

function Ended({ operation, log, sinceMs }: Given & { log: OperationLog }) {
  const { updateTime, result, retriedAs, metadata } = operation;
  return (
    <>
      <Moment
        title={<bdi>{result ?? 'Ended'}</bdi>}
        tone={operationStanding(operation).tone}
        at={updateTime}
        sinceMs={sinceMs}
      >
        {metadata.ambiguous && (
          <p>
            A record may have been created more than once, or created or changed although it does not count as
            written: look for it in the CRM before you retry it.
          </p>
        )}
      </Moment>
      <EventMoments {...{ operation, sinceMs }} />
      {retriedAs !== undefined && (
        <Moment title="Retried" tone="off" at={retriedAt(log, retriedAs)} sinceMs={sinceMs}>
          <p>
            Its failed records are in the operation{' '}
            <Id id={retriedAs} label="operation id" place={['operations', retriedAs]} /> now.
          </p>
        </Moment>
      )}
    </>
  );
}
