import type { Operation } from '@writ/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useProject, type Project } from '../../data/project.ts';
import { Id } from '../../parts/facts/id.tsx';
import { KeyValues } from '../../parts/facts/key-values.tsx';
import { Status } from '../../parts/facts/status.tsx';
import { useFromNow } from '../../parts/time/now.ts';
import { Countdown, ExactTime } from '../../parts/time/time.tsx';
import { becauseOf, summaryOf } from './operation-words.ts';
import styles from './operation-page.module.css';

/** How it stands, until when it is tried, and for whom it was asked. */
export function OperationSummary({ operation }: { operation: Operation }) {
  const project = useProject();
  return (
    <>
      <div className={styles['summary']}>
        <div>
          <p className={styles['words']} role="status">
            {summaryOf(operation)}
            {operation.metadata.ambiguous && (
              <>
                {' '}
                <Status tone="partial">Outcome in doubt</Status>
              </>
            )}
          </p>
          <p className={styles['because']}>{becauseOf(operation)}</p>
        </div>
        <Deadline operation={operation} />
      </div>
      <KeyValues facts={factsOf(operation, project)} />
    </>
  );
}

/** What is left of the time in which it collects, or is tried; nothing after its end. */
function Deadline({ operation: { createTime, status, metadata } }: { operation: Operation }) {
  const { autoBatch, retry } = metadata;
  if (status !== 'in_progress') return null;
  if (autoBatch?.runsAt !== undefined)
    return (
      <Bar from={createTime} to={autoBatch.runsAt}>
        Runs in <Countdown at={autoBatch.runsAt} past="a moment" />, or as soon as it is full
      </Bar>
    );
  if (retry?.deadline === undefined) return null;
  return (
    <Bar from={createTime} to={retry.deadline}>
      Given up in <Countdown at={retry.deadline} past="a moment" />, at <ExactTime at={retry.deadline} />
    </Bar>
  );
}

function Bar({ from, to, children }: { from: string; to: string; children: ReactNode }) {
  const fromMs = Date.parse(from);
  const wholeMs = Math.max(1, Date.parse(to) - fromMs);
  const percent = useFromNow(
    (nowMs) => Math.round(Math.min(1, Math.max(0, (nowMs - fromMs) / wholeMs)) * 1_000) / 10,
  );
  return (
    <div className={styles['deadline']}>
      <div aria-hidden className={styles['bar']}>
        <div className={styles['gone']} style={{ width: `${percent}%` }} />
      </div>
      <p>{children}</p>
    </div>
  );
}

function factsOf(operation: Operation, project: Project) {
  const { id, groupRef, provider, account, laneId, installationId } = operation;
  return {
    Customer: (
      <Link href={`${project.to('operations')}?${new URLSearchParams({ groupRef })}`}>{groupRef}</Link>
    ),
    Provider: `${provider}, account ${account}`,
    Mode: operation.metadata.mode,
    Operation: <Id id={id} label="operation id" />,
    Lane: <Id id={laneId} label="lane id" href={project.to('lanes', laneId)} />,
    Installation: (
      <Id
        id={installationId}
        label="installation id"
        href={`${project.to('operations')}?${new URLSearchParams({ installationId })}`}
      />
    ),
  };
}
