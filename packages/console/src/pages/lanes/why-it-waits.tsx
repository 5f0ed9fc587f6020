import type { Lane } from '@writ/sdk';
import type { ReactNode } from 'react';
import { Status, type Tone } from '../../parts/facts/facts.tsx';
import { To } from '../../parts/facts/id.tsx';
import { brandOf, countOf } from '../../parts/facts/words.ts';
import { useFromNow } from '../../parts/time/now.ts';
import { Countdown, Time } from '../../parts/time/time.tsx';
import { PausedBy } from './lane-parts.tsx';
import { isDown, triedAt } from './lane-standing.ts';
import styles from './lanes.module.css';

type Given = { lane: Lane };

export function WhyItWaits({ lane }: Given) {
  const { disabled, paused, failing, notKnown } = lane;
  const isOut = lane.kind === 'provider' && isDown(lane);
  const quotas = quotasOf(lane);
  const isOpen = !disabled && !paused && !isOut && !failing && quotas.length === 0 && !notKnown;
  return (
    <ul className="stack reading">
      {disabled && (
        <Reason tone="off" word="Disabled">
          <Disabled lane={lane} />
        </Reason>
      )}
      {paused && (
        <Reason tone="waiting" word="Paused">
          <PausedBy pause={paused} />
          <p>It goes on when somebody resumes it.</p>
        </Reason>
      )}
      {isOut && (
        <Reason tone="bad" word="Outage">
          <Outage lane={lane} />
        </Reason>
      )}
      {failing && (
        <Reason tone="bad" word="Failing">
          Nothing has got through for a while: {countOf(failing.failuresInRow, 'attempt')} failed in a row,
          the first <Time at={failing.since} />.<Until at={lane.waiting?.until}>The next try is in</Until>
        </Reason>
      )}
      {quotas.map(({ word, text, until }) => (
        <Reason key={word} tone="waiting" word={word}>
          {text}
          <Until at={until}>It goes on in</Until>
        </Reason>
      ))}
      {isOpen && (
        <Reason tone="good" word="Open">
          Nothing holds this lane up. <Going lane={lane} />
        </Reason>
      )}
      {notKnown && (
        <Reason tone="off" word="Not known">
          {notKnown.join(' and ')}: what keeps it cannot be reached now, so it is left out. Look at the
          service’s Redis.
        </Reason>
      )}
    </ul>
  );
}

function Reason({ tone, word, children }: { tone: Tone; word: string; children: ReactNode }) {
  return (
    <li className={styles['reason']}>
      <Status tone={tone} words={word} />
      <div>{children}</div>
    </li>
  );
}

function Until({ at, children }: { at: string | undefined; children: string }) {
  if (at === undefined) return null;
  return (
    <>
      {' '}
      {children} <Countdown at={at} />.
    </>
  );
}

function Disabled({ lane: { id } }: Given) {
  return (
    <>
      Nothing is sent to the destination, and what arrives is held.{' '}
      <To place={['destinations', id]}>Its page</To> says why, and enables it.
    </>
  );
}

function Outage({ lane }: Given) {
  const at = triedAt(lane);
  const isProbing = lane.breaker?.state === 'probing';
  return (
    <>
      <p>
        The breaker is open: calls to this account failed again and again, so {brandOf(lane.provider)} counts
        as down and is left alone.
      </p>
      {isProbing && <p>One call is under way, to find out whether it is back.</p>}
      {!isProbing && at !== undefined && (
        <p>
          One call finds out in <Countdown at={at} />; when it is answered, all goes on.
        </p>
      )}
    </>
  );
}

type QuotaReason = { word: string; text: string; until: string | undefined };

function quotasOf({ quota, waiting, provider }: Lane): QuotaReason[] {
  const { closedUntil, dayUsedUntil } = quota ?? {};
  const refused = {
    word: 'Refused',
    text: `${brandOf(provider)} refuses calls, and said for how long.`,
    until: closedUntil,
  };
  const day = {
    word: 'Day’s quota',
    text: 'Asynchronous writes have used their share of the day, so that synchronous ones still get through.',
    until: dayUsedUntil,
  };
  const found = [refused, day].filter(({ until }) => until !== undefined);
  if (found.length > 0 || waiting?.reason !== 'quota') return found;
  return [{ word: 'Quota', text: 'The provider’s quota of this account is used up.', until: waiting.until }];
}

function Going({ lane: { oldestDue, inFlight, queued, kind } }: Given) {
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
