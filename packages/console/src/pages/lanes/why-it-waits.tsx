import type { Lane } from '@writ/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useProject } from '../../data/project.ts';
import { Status, type Tone } from '../../parts/facts/status.tsx';
import { countOf } from '../../parts/facts/numbers.ts';
import { useFromNow } from '../../parts/time/now.ts';
import { Countdown, Time } from '../../parts/time/time.tsx';
import { isDown, triedAt } from './lane-standing.ts';
import styles from './lanes.module.css';
import { PausedBy } from './paused-by.tsx';

/** Everything that holds a lane up, each with when it ends; or that nothing does. */
export function WhyItWaits({ lane }: { lane: Lane }) {
  const reasons = [disabled(lane), paused(lane), outage(lane), failing(lane), ...quotaOf(lane)].filter(
    (reason) => reason !== undefined,
  );
  return (
    <ul className={styles['reasons']}>
      {reasons.map(({ tone, word, text }) => (
        <li key={word} className={styles['reason']}>
          <Status tone={tone}>{word}</Status>
          <div>{text}</div>
        </li>
      ))}
      {reasons.length === 0 && !lane.notKnown && (
        <li className={styles['reason']}>
          <Status tone="good">Open</Status>
          <div>
            Nothing holds this lane up. <Going lane={lane} />
          </div>
        </li>
      )}
      {lane.notKnown && (
        <li className={styles['reason']}>
          <Status tone="off">Not known</Status>
          <div>
            {lane.notKnown.join(' and ')}: what keeps it cannot be reached now, so it is left out. Look at the
            service’s Redis.
          </div>
        </li>
      )}
    </ul>
  );
}

type Reason = { tone: Tone; word: string; text: ReactNode };

function disabled({ id, disabled: isDisabled }: Lane): Reason | undefined {
  return isDisabled ? { tone: 'off', word: 'Disabled', text: <Disabled id={id} /> } : undefined;
}

function Disabled({ id }: Pick<Lane, 'id'>) {
  const project = useProject();
  return (
    <p>
      Nothing is sent to the destination, and what arrives is held.{' '}
      <Link href={project.to('destinations', id)}>Its page</Link> says why, and enables it.
    </p>
  );
}

function paused({ paused: pause }: Lane): Reason | undefined {
  if (!pause) return undefined;
  const text = (
    <>
      <PausedBy pause={pause} />
      <p>It goes on when somebody resumes it.</p>
    </>
  );
  return { tone: 'waiting', word: 'Paused', text };
}

function outage(lane: Lane): Reason | undefined {
  if (lane.kind !== 'provider' || !isDown(lane)) return undefined;
  const at = triedAt(lane);
  const isProbing = lane.breaker?.state === 'probing';
  const text = (
    <>
      <p>
        The breaker is open: calls to this account failed again and again, so {lane.provider} counts as down
        and is left alone.
      </p>
      <p>
        {isProbing && 'One call is under way, to find out whether it is back.'}
        {!isProbing && at !== undefined && (
          <>
            One call finds out in <Countdown at={at} past="a moment" />; when it is answered, all goes on.
          </>
        )}
      </p>
    </>
  );
  return { tone: 'bad', word: 'Outage', text };
}

function failing({ failing: row, waiting }: Lane): Reason | undefined {
  if (!row) return undefined;
  const text = (
    <p>
      Nothing has got through for a while: {countOf(row.failuresInRow, 'attempt')} failed in a row, the first{' '}
      <Time at={row.since} />.
      {waiting?.until !== undefined && (
        <>
          {' '}
          The next try is in <Countdown at={waiting.until} past="a moment" />.
        </>
      )}
    </p>
  );
  return { tone: 'bad', word: 'Failing', text };
}

function quotaOf({ quota, waiting, provider }: Lane): Reason[] {
  const { closedUntil, dayUsedUntil } = quota ?? {};
  const reasons: Reason[] = [];
  if (closedUntil !== undefined)
    reasons.push({
      tone: 'waiting',
      word: 'Refused',
      text: (
        <p>
          {provider} refuses calls, and said for how long: they go on in{' '}
          <Countdown at={closedUntil} past="a moment" />.
        </p>
      ),
    });
  if (dayUsedUntil !== undefined)
    reasons.push({
      tone: 'waiting',
      word: 'Day’s quota',
      text: (
        <p>
          Asynchronous writes have used their share of the day, so that synchronous ones still get through.
          They are tried again in <Countdown at={dayUsedUntil} past="a moment" />.
        </p>
      ),
    });
  if (reasons.length === 0 && waiting?.reason === 'quota')
    reasons.push({
      tone: 'waiting',
      word: 'Quota',
      text: (
        <p>
          The provider’s quota of this account is used up.
          {waiting.until !== undefined && (
            <>
              {' '}
              It goes on in <Countdown at={waiting.until} past="a moment" />.
            </>
          )}
        </p>
      ),
    });
  return reasons;
}

/** What goes on in a lane that nothing holds up. */
function Going({ lane: { oldestDue, inFlight, queued, kind } }: { lane: Lane }) {
  const dueMs = oldestDue === undefined ? undefined : Date.parse(oldestDue);
  const isLater = useFromNow((nowMs) => dueMs !== undefined && dueMs > nowMs);
  const what = kind === 'provider' ? 'write' : 'delivery';
  if (oldestDue === undefined || queued === 0) return `No ${what} waits.`;
  if (inFlight > 0) return `What is in flight now: ${inFlight}.`;
  if (!isLater) return 'What is due goes next.';
  return (
    <>
      What waits is due later, after a failed attempt or for a batch: the first in{' '}
      <Countdown at={oldestDue} />.
    </>
  );
}
