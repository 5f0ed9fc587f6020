import type { DeliveryAttempt, DeliveryWithAttempts } from '@writ/sdk';
import { AttemptEnd, attemptStandings } from '../../parts/deliveries/attempt-end.tsx';
import { Countdown } from '../../parts/time/time.tsx';
import { Folded, Moment, Timeline } from '../../parts/timeline/timeline.tsx';

export function DeliveryAttempts({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { attempts, createTime } = delivery;
  const sinceMs = Date.parse(createTime);
  return (
    <Timeline label="Attempts">
      <Moment title="Its event came in" tone="off" at={createTime} sinceMs={sinceMs} />
      <Folded attempts={attempts}>
        {(attempt) => <Attempt key={attempt.attempt} attempt={attempt} sinceMs={sinceMs} />}
      </Folded>
      <Next delivery={delivery} />
    </Timeline>
  );
}

function Attempt({ attempt, sinceMs }: { attempt: DeliveryAttempt; sinceMs: number }) {
  const { tone, words } = attemptStandings[attempt.status];
  return (
    <Moment title={`Attempt ${attempt.attempt} ${words}`} tone={tone} at={attempt.time} sinceMs={sinceMs}>
      <AttemptEnd attempt={attempt} />
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
          Attempt {attemptCount + 1} in <Countdown at={nextAttempt} />
        </>
      }
      tone="waiting"
    />
  );
}
