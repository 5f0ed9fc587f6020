import type { Operation } from '@writ/sdk';
import { KeyValues, Status } from '../../parts/facts/facts.tsx';
import { Id, To, Trace } from '../../parts/facts/id.tsx';
import { brandOf } from '../../parts/facts/words.ts';
import { useFromNow } from '../../parts/time/now.ts';
import { Countdown, ExactTime } from '../../parts/time/time.tsx';
import styles from './operation-page.module.css';
import { becauseOf, summaryOf } from './operation-words.ts';

export function OperationSummary({ operation }: { operation: Operation }) {
  const { id, groupRef, provider, account, laneId, installationId, metadata, traceId } = operation;
  return (
    <>
      <div className={styles['summary']}>
        <div>
          <p className={styles['words']} role="status">
            {summaryOf(operation)}
            {metadata.ambiguous && (
              <>
                {' '}
                <Status tone="partial" words="Outcome in doubt" />
              </>
            )}
          </p>
          <p className="quiet">{becauseOf(operation)}</p>
        </div>
        <Deadline operation={operation} />
      </div>
      <KeyValues
        facts={{
          Customer: <To place={['customers', groupRef]}>{groupRef}</To>,
          Provider: `${brandOf(provider)}, account ${account}`,
          Mode: metadata.mode,
          Operation: <Id id={id} label="operation id" />,
          ...(traceId !== undefined && { Trace: <Trace id={traceId} /> }),
          Lane: <Id id={laneId} label="lane id" place={['lanes', laneId]} />,
          Installation: (
            <Id
              id={installationId}
              label="installation id"
              place={['customers', groupRef, 'installations', installationId]}
            />
          ),
        }}
      />
    </>
  );
}

/** The time left until a batch runs, or the operation is given up. */
function Deadline({ operation: { createTime, status, metadata } }: { operation: Operation }) {
  const runsAt = metadata.autoBatch?.runsAt;
  const deadline = runsAt ?? metadata.retry?.deadline;
  const fromMs = Date.parse(createTime);
  const wholeMs = Math.max(1, Date.parse(deadline ?? '') - fromMs);
  const percent = useFromNow(
    (nowMs) => Math.round(Math.min(1, Math.max(0, (nowMs - fromMs) / wholeMs)) * 1_000) / 10,
  );
  if (status !== 'in_progress' || deadline === undefined) return null;
  return (
    <div className="tight small">
      <div aria-hidden className="bar">
        <span style={{ width: `${percent}%` }} />
      </div>
      {runsAt === undefined ? (
        <p>
          Given up in <Countdown at={deadline} />, at <ExactTime at={deadline} />
        </p>
      ) : (
        <p>
          Runs in <Countdown at={deadline} />, or as soon as it is full
        </p>
      )}
    </div>
  );
}
