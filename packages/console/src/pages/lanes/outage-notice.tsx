import type { Lane } from '@writ/sdk';
import { Link } from 'wouter';
import { useProject } from '../../data/project.ts';
import { countOf } from '../../parts/facts/numbers.ts';
import { Notice } from '../../parts/states/notice.tsx';
import { Countdown } from '../../parts/time/time.tsx';
import { isDown, isUnknown, triedAt } from './lane-standing.ts';

/** How many accounts of a provider are named. */
const mostNamed = 3;

type Given = {
  lanes: readonly Lane[];
  /** There are more lanes than these. */
  areMore: boolean;
};

/** Tells which providers count as down, among these lanes, and where that is not known; nothing where none is. */
export function OutageNotice({ lanes, areMore }: Given) {
  const down = lanes.filter((lane) => lane.kind === 'provider' && isDown(lane));
  const byProvider = [...Map.groupBy(down, ({ provider }) => provider ?? '')];
  const unknown = lanes.filter((lane) => lane.kind === 'provider' && isUnknown(lane));
  const notices = byProvider.map(([provider, own]) => (
    <Notice key={provider} tone="bad" title={`${provider} seems to be down`}>
      <p>
        Calls to {countOf(own.length, 'account', areMore)} failed again and again, so nothing is sent there
        for now. Writes are accepted, and wait.
      </p>
      <ul>
        {own.slice(0, mostNamed).map((lane) => (
          <li key={lane.id}>
            <DownAccount lane={lane} />
          </li>
        ))}
        {own.length > mostNamed && <li>and {own.length - mostNamed} more</li>}
      </ul>
    </Notice>
  ));
  return (
    <>
      {notices}
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

function DownAccount({ lane }: { lane: Lane }) {
  const project = useProject();
  const at = triedAt(lane);
  return (
    <>
      <Link href={project.to('lanes', lane.id)}>{lane.account}</Link>
      {at !== undefined && (
        <>
          : tried again in <Countdown at={at} past="a moment" />
        </>
      )}
    </>
  );
}
