import type { Lane } from '@writ/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDestinationNames } from '../../data/names.ts';
import { allProjects, projectOf, useProject } from '../../data/project.ts';
import { Actor } from '../../parts/facts/actor.tsx';
import { Status } from '../../parts/facts/facts.tsx';
import { brandOf, countOf, countWords, shortened } from '../../parts/facts/words.ts';
import { Meter } from '../../parts/plots/meter.tsx';
import { Notice } from '../../parts/states/states.tsx';
import { useFromNow } from '../../parts/time/now.ts';
import { Countdown, Time } from '../../parts/time/time.tsx';
import { isDown, isUnknown, laneStanding, triedAt } from './lane-standing.ts';

/** Its account at the provider, or its destination. */
export function useLaneName(lane: Lane | undefined): string {
  const names = useDestinationNames(useProject());
  if (!lane) return 'Lane';
  const { kind, id, provider, account = '' } = lane;
  return kind === 'destination' ? (names.get(id) ?? `Destination ${id}`) : `${brandOf(provider)} ${account}`;
}

/** The same without the middle of an account. */
export function LaneName({ lane }: { lane: Lane }) {
  const whole = useLaneName(lane);
  const { provider, account } = lane;
  return (
    <span title={whole}>{account === undefined ? whole : `${brandOf(provider)} ${shortened(account)}`}</span>
  );
}

/** A lane's page is in its project, or in its destination's. */
export function useLanePlace(): (lane: Lane, page?: 'destinations' | 'lanes') => string {
  const project = useProject();
  return ({ id, projectId }, page = 'lanes') =>
    (project.name === allProjects ? projectOf(projectId) : project).to(page, id);
}

export function LaneStatus({ lane }: { lane: Lane }) {
  const words = useFromNow((nowMs) => laneStanding(lane, nowMs).words);
  const tone = useFromNow((nowMs) => laneStanding(lane, nowMs).tone);
  return <Status {...{ tone, words }} />;
}

export function Quota({ lane: { quota } }: { lane: Lane }) {
  if (quota?.used === undefined || quota.usable === undefined) return null;
  const { used, usable } = quota;
  const words = `${countWords(used)} / ${countWords(usable)}`;
  return <Meter label="Quota used" value={used} most={usable} words={words} />;
}

export function PausedBy({ pause: { reason, time, by } }: { pause: NonNullable<Lane['paused']> }) {
  return (
    <>
      <p>
        {reason === undefined ? (
          'No reason was given.'
        ) : (
          <>
            “<bdi>{reason}</bdi>”
          </>
        )}
      </p>
      <p>
        Paused <Time at={time} /> by <Actor by={by} />
      </p>
    </>
  );
}

type HeldUpGiven = {
  tone: 'bad' | 'warn';
  title: string;
  means: string;
  lanes: readonly Lane[];
  /** The pages that its links open. */
  page?: 'destinations' | 'lanes';
  why: (lane: Lane) => ReactNode;
  /** Shown if there are more than three. */
  more: ReactNode;
};

export function HeldUp({ tone, title, means, lanes, page = 'lanes', why, more }: HeldUpGiven) {
  const to = useLanePlace();
  if (lanes.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      <p>{means}</p>
      <ul>
        {lanes.slice(0, 3).map((lane) => (
          <li key={lane.id}>
            <Link href={to(lane, page)}>
              <LaneName lane={lane} />
            </Link>
            {why(lane)}
          </li>
        ))}
      </ul>
      {lanes.length > 3 && more}
    </Notice>
  );
}

type OutageGiven = {
  lanes: readonly Lane[];
  areMore: boolean;
};

/** Which providers count as down among these lanes, and where that is unknown. */
export function OutageNotice({ lanes, areMore }: OutageGiven) {
  const ofProviders = lanes.filter(({ kind }) => kind === 'provider');
  const down = Map.groupBy(ofProviders.filter(isDown), ({ provider }) => provider ?? '');
  const unknown = ofProviders.filter(isUnknown);
  return (
    <>
      {[...down].map(([provider, own]) => (
        <HeldUp
          key={provider}
          tone="bad"
          title={`${brandOf(provider)} seems to be down`}
          means={`Calls to ${countOf(own.length, 'account', areMore)} failed again and again, so nothing is sent there for now. Writes are accepted, and wait.`}
          lanes={own}
          why={(lane) => <TriedAgain at={triedAt(lane)} />}
          more={<p>and {own.length - 3} more</p>}
        />
      ))}
      {unknown.length > 0 && (
        <Notice tone="warn" title="Whether a provider is down is not known">
          <p>
            Of {countOf(unknown.length, 'account', areMore)} neither outage nor quota can be told: what keeps
            them cannot be reached now. Look at the service’s Redis.
          </p>
        </Notice>
      )}
    </>
  );
}

function TriedAgain({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <>
      : tried again in <Countdown at={at} />
    </>
  );
}
