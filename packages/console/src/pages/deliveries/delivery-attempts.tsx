import type { DeliveryAttempt, DeliveryWithAttempts } from '@writ/sdk';
import { useState } from 'react';
import { Button } from '../../parts/actions/button.tsx';
import { AttemptEnd } from '../../parts/deliveries/attempt-end.tsx';
import type { Standing } from '../../parts/facts/status.tsx';
import { Countdown } from '../../parts/time/time.tsx';
import { Moment, Timeline } from '../../parts/timeline/timeline.tsx';

const mostShown = 12;

/** Each attempt, and when the next one is due. */
export function DeliveryAttempts({ delivery }: { delivery: DeliveryWithAttempts }) {
  const [isAll, setAll] = useState(false);
  const { attempts, createTime } = delivery;
  const shown = isAll ? attempts : attempts.slice(-mostShown);
  const sinceMs = Date.parse(createTime);
  return (
    <Timeline label="Attempts">
      <Moment title="Its event came in" tone="off" at={createTime} sinceMs={sinceMs} />
      {shown.length < attempts.length && (
        <Moment title={`${attempts.length - shown.length} earlier attempts`} tone="off">
          <p>
            <Button onClick={() => setAll(true)}>Show them</Button>
          </p>
        </Moment>
      )}
      {shown.map((attempt) => (
        <Attempt key={attempt.attempt} attempt={attempt} sinceMs={sinceMs} />
      ))}
      <Next delivery={delivery} />
    </Timeline>
  );
}

const outcomes: Readonly<Record<DeliveryAttempt['status'], Standing>> = {
  delivered: { tone: 'good', words: 'delivered' },
  failed: { tone: 'bad', words: 'failed' },
  unknown: { tone: 'off', words: 'was cut off' },
};

function Attempt({ attempt, sinceMs }: { attempt: DeliveryAttempt; sinceMs: number }) {
  const { tone, words } = outcomes[attempt.status];
  return (
    <Moment title={`Attempt ${attempt.attempt} ${words}`} tone={tone} at={attempt.time} sinceMs={sinceMs}>
      <AttemptEnd attempt={attempt} />
      {attempt.status === 'unknown' && (
        <p>The receiver may have got it. It knows a second one by the same id.</p>
      )}
    </Moment>
  );
}

function Next({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { status, stage, nextAttempt, attemptCount } = delivery;
  if (status === 'held') return <Moment title="Held until somebody redelivers it" tone="waiting" />;
  if (status !== 'pending') return null;
  if (stage === 'sending') return <Moment title={`Attempt ${attemptCount} is under way`} tone="busy" />;
  if (nextAttempt === undefined) return null;
  return (
    <Moment
      title={
        <>
          Attempt {attemptCount + 1} in <Countdown at={nextAttempt} past="a moment" />
        </>
      }
      tone="waiting"
    />
  );
}
