import type { Operation, OperationAttempt } from '@writ/sdk';
import { useState } from 'react';
import { Button } from '../../../parts/actions/button.tsx';
import { Id } from '../../../parts/facts/id.tsx';
import type { Tone } from '../../../parts/facts/status.tsx';
import { durationWords } from '../../../parts/time/words.ts';
import { Facts, Moment, Said } from '../../../parts/timeline/timeline.tsx';
import { Waited } from './waits.tsx';

const firstShown = 2;
const lastShown = 8;

type Given = { operation: Operation; attempts: readonly OperationAttempt[]; sinceMs: number };

/** Each attempt, with the wait before it. Of many, those in the middle are shown when they are asked for. */
export function Attempts({ operation, attempts, sinceMs }: Given) {
  const [isAll, setAll] = useState(false);
  const hidden = attempts.slice(firstShown, -lastShown);
  const isFolded = !isAll && hidden.length > 1;
  const shown = isFolded ? attempts.filter((attempt) => !hidden.includes(attempt)) : attempts;
  return shown.flatMap((attempt, index) => [
    isFolded && index === firstShown ? (
      <Moment key="hidden" title={`${hidden.length} more attempts`} tone="off">
        <p>
          <Button onClick={() => setAll(true)}>Show them</Button>
        </p>
      </Moment>
    ) : (
      <Waited
        key={`before ${attempt.number}`}
        {...{ operation, attempt, sinceMs }}
        before={attempts[attempt.number - 2]}
      />
    ),
    <Attempt key={attempt.number} attempt={attempt} sinceMs={sinceMs} />,
  ]);
}

const outcomes: Readonly<Record<OperationAttempt['outcome'], { tone: Tone; words: string }>> = {
  running: { tone: 'busy', words: 'is under way' },
  success: { tone: 'good', words: 'wrote' },
  retry: { tone: 'partial', words: 'failed, to be retried' },
  failure: { tone: 'bad', words: 'failed' },
  unknown: { tone: 'off', words: 'was cut off' },
};

const part = { tone: 'partial', words: 'wrote a part' } as const;

function Attempt({ attempt, sinceMs }: { attempt: OperationAttempt; sinceMs: number }) {
  const { number, outcome, startTime, endTime, endpoint, providerStatus, correlationId, message } = attempt;
  const isPart = outcome === 'success' && (attempt.failed ?? 0) > 0;
  const { tone, words } = isPart ? part : outcomes[outcome];
  return (
    <Moment title={`Attempt ${number} ${words}`} tone={tone} at={startTime} sinceMs={sinceMs}>
      <Facts>
        {endpoint !== undefined && <code>{endpoint}</code>}
        {providerStatus !== undefined && <span>answered {providerStatus}</span>}
        {startTime !== undefined && endTime !== undefined && (
          <span>{durationWords(Date.parse(endTime) - Date.parse(startTime))}</span>
        )}
        <Counts attempt={attempt} />
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

function Counts({ attempt: { sent, written, failed } }: { attempt: OperationAttempt }) {
  if (sent === undefined || sent === 0) return null;
  const words = [`${sent} sent`, `${written ?? 0} written`, ...(failed ? [`${failed} not`] : [])];
  return <span>{words.join(', ')}</span>;
}
