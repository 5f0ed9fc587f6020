import type { Lane } from '@writ/sdk';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useDestinationNames } from '../../data/names.ts';
import { useLane } from '../../data/writes/lanes.ts';
import { useProject, type Project } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { KeyValues } from '../../parts/facts/key-values.tsx';
import { countWords } from '../../parts/facts/numbers.ts';
import { Theirs } from '../../parts/facts/theirs.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { Time } from '../../parts/time/time.tsx';
import { LaneDialog } from './lane-dialog.tsx';
import { LaneStatus, Quota } from './lane-parts.tsx';
import { laneName } from './lane-standing.ts';
import styles from './lanes.module.css';
import { WhyItWaits } from './why-it-waits.tsx';

/** One lane: what waits in it, why, and what an operator may do about it. */
export function LanePage() {
  const project = useProject();
  const { lane: id = '' } = useParams();
  const { data: lane, error, refetch } = useLane(project, id);
  const names = useDestinationNames(project);
  const [isAsking, setAsking] = useState(false);
  const title = lane ? laneName(lane, names) : 'Lane';
  return (
    <Page
      title={title}
      beside={lane && <LaneStatus lane={lane} />}
      actions={lane && <Actions lane={lane} onAsk={() => setAsking(true)} />}
    >
      {error && <Problem fault={error} onRetry={() => void refetch()} />}
      {!lane && !error && <Loading what="the lane" />}
      {lane && (
        <>
          <Section title="Why it waits">
            <WhyItWaits lane={lane} />
          </Section>
          <Facts lane={lane} project={project} />
          <LastFault lane={lane} project={project} />
        </>
      )}
      {lane && isAsking && <LaneDialog lane={lane} name={title} onClose={() => setAsking(false)} />}
    </Page>
  );
}

function Actions({ lane, onAsk }: { lane: Lane; onAsk: () => void }) {
  const forbidden = useForbidden('operations:manage');
  return (
    <Button look={lane.paused ? 'main' : 'usual'} disabledBecause={forbidden} onClick={onAsk}>
      {lane.paused ? 'Resume …' : 'Pause …'}
    </Button>
  );
}

function Facts({ lane, project }: { lane: Lane; project: Project }) {
  const { queued, moreQueued, inFlight, oldestDue, rate, quota } = lane;
  return (
    <Section
      title="What waits"
      beside={
        <Link href={waitingHere(lane, project)}>
          {lane.kind === 'provider' ? 'Show these writes' : 'Show these deliveries'}
        </Link>
      }
    >
      <KeyValues
        facts={{
          Queued: <span className={styles['number']}>{countWords(queued, moreQueued)}</span>,
          'In flight': <span className={styles['number']}>{countWords(inFlight)}</span>,
          'Done per second': <span className={styles['number']}>{rate}</span>,
          'Oldest due': oldestDue === undefined ? 'nothing' : <Time at={oldestDue} />,
          'Quota used': quota?.used === undefined ? undefined : <QuotaUsed lane={lane} />,
          Customers: lane.kind === 'provider' ? <Customers lane={lane} project={project} /> : undefined,
          'Lane id': <Id id={lane.id} label="lane id" />,
          'First used': <Time at={lane.createTime} />,
        }}
      />
    </Section>
  );
}

/** The provider's quota: what is used of our part of it, and what all of it is. */
function QuotaUsed({ lane }: { lane: Lane }) {
  const { limit, windowSeconds, reset } = lane.quota ?? {};
  return (
    <>
      <Quota lane={lane} />
      {limit !== undefined && windowSeconds !== undefined && (
        <p className={styles['quiet']}>
          {lane.provider} allows {countWords(limit)} calls in {windowSeconds} s
          {reset !== undefined && (
            <>
              ; the first comes back <Time at={reset} />
            </>
          )}
        </p>
      )}
    </>
  );
}

function Customers({ lane: { groupRefs = [], moreGroups }, project }: { lane: Lane; project: Project }) {
  if (groupRefs.length === 0) return 'none is connected now';
  return (
    <>
      {groupRefs.map((groupRef, at) => (
        <span key={groupRef}>
          {at > 0 && ', '}
          <Link href={`${project.to('operations')}?${new URLSearchParams({ groupRef }).toString()}`}>
            <Theirs>{groupRef}</Theirs>
          </Link>
        </span>
      ))}
      {moreGroups && ' and more'}
    </>
  );
}

function LastFault({ lane: { lastFault, kind }, project }: { lane: Lane; project: Project }) {
  if (!lastFault) return null;
  const { id, time, message, code, status } = lastFault;
  const [page, words] = kind === 'provider' ? ['operations', 'Operation'] : ['deliveries', 'Delivery'];
  return (
    <Section title="Last fault">
      <p className={styles['said']}>{message}</p>
      <KeyValues
        facts={{
          When: <Time at={time} />,
          'Status of the answer': status,
          Code: code,
          [words]: (
            <>
              <Link href={project.to(page, id)}>Open it</Link> <Id id={id} />
            </>
          ),
        }}
      />
    </Section>
  );
}

/** The list of what waits in a lane: of writes, or of deliveries. */
function waitingHere({ kind, id, provider = '', account = '' }: Lane, project: Project): string {
  const [page, filter] =
    kind === 'provider'
      ? ['operations', { status: 'in_progress', provider, account }]
      : ['deliveries', { status: 'pending', destinationId: id }];
  return `${project.to(page)}?${new URLSearchParams(filter).toString()}`;
}
