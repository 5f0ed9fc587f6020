import type { Lane } from '@writ/sdk';
import { useParams } from 'wouter';
import { useProject, type Place } from '../../data/project.ts';
import { useLane } from '../../data/writes/lanes.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { KeyValues } from '../../parts/facts/facts.tsx';
import { Id, To } from '../../parts/facts/id.tsx';
import { brandOf, countWords } from '../../parts/facts/words.ts';
import { Page, Section } from '../../parts/page/page.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { LaneDialog } from './lane-dialog.tsx';
import { LaneStatus, Quota, useLaneName } from './lane-parts.tsx';
import { WhyItWaits } from './why-it-waits.tsx';

export function LanePage() {
  const { lane: id = '' } = useParams();
  const reading = useLane(useProject(), id);
  const lane = reading.data;
  const title = useLaneName(lane);
  return (
    <Page
      title={title}
      beside={lane && <LaneStatus lane={lane} />}
      actions={
        lane && (
          <DialogButton
            needs="operations:manage"
            look={lane.paused ? 'main' : 'usual'}
            dialog={<LaneDialog lane={lane} name={title} />}
          >
            {lane.paused ? 'Resume …' : 'Pause …'}
          </DialogButton>
        )
      }
    >
      <Read of={reading} what="the lane">
        {(found) => (
          <>
            <Section title="Why it waits">
              <WhyItWaits lane={found} />
            </Section>
            <Facts lane={found} />
            <LastFault lane={found} />
          </>
        )}
      </Read>
    </Page>
  );
}

type Given = { lane: Lane };

function Facts({ lane }: Given) {
  const {
    kind,
    id,
    provider = '',
    account = '',
    queued,
    moreQueued,
    inFlight,
    oldestDue,
    rate,
    quota,
  } = lane;
  const isProvider = kind === 'provider';
  const waiting: Place = isProvider
    ? ['operations', { status: 'in_progress', provider, account }]
    : ['deliveries', { status: 'pending', destinationId: id }];
  return (
    <Section
      title="What waits"
      beside={<To place={waiting}>{isProvider ? 'Show these writes' : 'Show these deliveries'}</To>}
    >
      <KeyValues
        facts={{
          Queued: countWords(queued, moreQueued),
          'In flight': countWords(inFlight),
          'Done per second': rate,
          'Oldest due': oldestDue === undefined ? 'nothing' : <Time at={oldestDue} />,
          'Quota used': quota?.used === undefined ? undefined : <QuotaUsed lane={lane} />,
          Customers: isProvider ? <Customers lane={lane} /> : undefined,
          'Lane id': <Id id={id} label="lane id" />,
          'First used': <Time at={lane.createTime} />,
        }}
      />
    </Section>
  );
}

/** The used part of Writ's share, and the provider's whole quota. */
function QuotaUsed({ lane }: Given) {
  const { limit, windowSeconds, reset } = lane.quota ?? {};
  return (
    <>
      <Quota lane={lane} />
      {limit !== undefined && windowSeconds !== undefined && (
        <p className="small">
          {brandOf(lane.provider)} allows {countWords(limit)} calls in {windowSeconds} s
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

function Customers({ lane: { groupRefs = [], moreGroups } }: Given) {
  if (groupRefs.length === 0) return 'none is connected now';
  return (
    <>
      {groupRefs.map((groupRef, at) => (
        <span key={groupRef}>
          {at > 0 && ', '}
          <To place={['operations', { groupRef }]}>
            <bdi>{groupRef}</bdi>
          </To>
        </span>
      ))}
      {moreGroups && ' and more'}
    </>
  );
}

function LastFault({ lane: { lastFault, kind } }: Given) {
  if (!lastFault) return null;
  const { id, time, message, code, status } = lastFault;
  const [page, words] = kind === 'provider' ? ['operations', 'Operation'] : ['deliveries', 'Delivery'];
  return (
    <Section title="Last fault">
      <p className="reading">{message}</p>
      <KeyValues
        facts={{
          When: <Time at={time} />,
          'Status of the answer': status,
          Code: code,
          [words]: (
            <>
              <To place={[page, id]}>Open it</To> <Id id={id} />
            </>
          ),
        }}
      />
    </Section>
  );
}
