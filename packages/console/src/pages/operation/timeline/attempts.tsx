import type { Operation, OperationAttempt, OperationLog } from '@writ/sdk';
import { Fragment } from 'react';
import { Id } from '../../../parts/facts/id.tsx';
import type { Standing } from '../../../parts/facts/facts.tsx';
import { durationWords } from '../../../parts/time/words.ts';
import { Facts, Folded, Moment, Said } from '../../../parts/timeline/timeline.tsx';
import { foundIn } from './notes.ts';
import { Waited } from './waits.tsx';

type Given = {
  operation: Operation;
  attempts: readonly OperationAttempt[];
  log: OperationLog;
  sinceMs: number;
};

export function Attempts({ operation, attempts, log, sinceMs }: Given) {
  return (
    <Folded attempts={attempts}>
      {(attempt) => (
        <Fragment key={attempt.number}>
          <Waited {...{ operation, attempt, sinceMs }} before={attempts[attempt.number - 2]} />
          <Attempt {...{ attempt, sinceMs }} found={foundIn(log, attempt.number)} />
        </Fragment>
      )}
    </Folded>
  );
}

const outcomes: Readonly<Record<OperationAttempt['outcome'], Standing>> = {
  running: { tone: 'busy', words: 'is under way' },
  success: { tone: 'good', words: 'wrote' },
  retry: { tone: 'partial', words: 'failed, to be retried' },
  failure: { tone: 'bad', words: 'failed' },
  unknown: { tone: 'off', words: 'was cut off' },
};

const part = { tone: 'partial', words: 'wrote a part' } as const;

/** An attempt that found all its records in the CRM sent none. */
function outcomeOf(attempt: OperationAttempt, found: number): Standing {
  const { number, outcome, sent = 0, failed = 0 } = attempt;
  if (outcome !== 'success') return outcomes[outcome];
  if (failed > 0) return part;
  if (found === 0 || found < sent) return outcomes.success;
  const them = found === 1 ? 'it' : 'them';
  const before = number === 2 ? 'attempt 1' : 'an earlier attempt';
  return { tone: 'good', words: `found ${them}: ${before} had written ${them}` };
}

type AttemptGiven = {
  attempt: OperationAttempt;
  /** How many of its records an earlier attempt created. */
  found: number;
  sinceMs: number;
};

function Attempt({ attempt, found, sinceMs }: AttemptGiven) {
  const { number, outcome, startTime, endTime, endpoint, providerStatus, correlationId, message } = attempt;
  const { tone, words } = outcomeOf(attempt, found);
  return (
    <Moment title={`Attempt ${number} ${words}`} tone={tone} at={startTime} sinceMs={sinceMs}>
      <Facts>
        {endpoint !== undefined && <code>{endpoint}</code>}
        {providerStatus !== undefined && <span>answered {providerStatus}</span>}
        {startTime !== undefined && endTime !== undefined && (
          <span>{durationWords(Date.parse(endTime) - Date.parse(startTime))}</span>
        )}
        <Counts {...{ attempt, found }} />
        {attempt.providerCallOperations !== undefined && attempt.providerCallOperations > 1 && (
          <span>shared its call with {attempt.providerCallOperations - 1} more</span>
        )}
        {attempt.fault !== undefined && <span>fault {attempt.fault}</span>}
        {correlationId !== undefined && (
          <span>
            correlation id <Id id={correlationId} label="correlation id" />
          </span>
        )}
      </Facts>
      {message !== undefined && <Said>{message}</Said>}
      {outcome === 'unknown' && <p>Its process ended, or its time ran out: the provider may have done it.</p>}
    </Moment>
  );
}

function Counts({ attempt: { sent = 0, written = 0, failed }, found }: Omit<AttemptGiven, 'sinceMs'>) {
  if (sent <= found) return null;
  const words = [
    ...(found > 0 ? [`${found} found`] : []),
    `${sent - found} sent`,
    `${Math.max(written - found, 0)} written`,
    ...(failed ? [`${failed} not`] : []),
  ];
  return <span>{words.join(', ')}</span>;
}
