import { Link } from 'wouter';
import { pageOf } from '../../data/client.ts';
import { useLive } from '../../data/live.ts';
import type { Project } from '../../data/project.ts';
import { countOf } from '../../parts/facts/numbers.ts';
import { Notice } from '../../parts/states/notice.tsx';
import { laneName } from '../lanes/lane-standing.ts';
import { OutageNotice } from '../lanes/outage-notice.tsx';
import { PausedBy } from '../lanes/paused-by.tsx';

const paceMs = 10_000;
const mostRead = 200;
/** How many paused accounts are named. */
const mostNamed = 3;
/** An account is called by itself. */
const noNames: ReadonlyMap<string, string> = new Map();

/** What holds up many writes at once: a provider that is down, accounts that somebody paused. Nothing where all is open. */
export function LaneNotices({ project }: { project: Project }) {
  const { name, writ } = project;
  const { data, error } = useLive({
    key: [name, 'lanes', 'first of providers'],
    read: (signal) => pageOf(writ.lanes.list({ kind: 'provider', pageSize: mostRead }, { signal })),
    every: () => paceMs,
  });
  const lanes = data?.results ?? [];
  const areMore = data?.pagination.done === false;
  const paused = lanes.filter((lane) => lane.paused);
  return (
    <>
      {error && (
        <Notice tone="warn" title="Whether a provider is down is not known">
          <p>
            The lanes could not be read just now; they are read again by themselves. The service says:{' '}
            {error.message}
          </p>
        </Notice>
      )}
      <OutageNotice lanes={lanes} areMore={areMore} />
      {paused.length > 0 && (
        <Notice tone="warn" title={`${countOf(paused.length, 'account', areMore)} paused`}>
          <p>Asynchronous writes wait there until somebody resumes it.</p>
          <ul>
            {paused.slice(0, mostNamed).map((lane) => (
              <li key={lane.id}>
                <Link href={project.to('lanes', lane.id)}>{laneName(lane, noNames)}</Link>
                {lane.paused && <PausedBy pause={lane.paused} />}
              </li>
            ))}
          </ul>
          {paused.length > mostNamed && (
            <Link href={`${project.to('lanes')}?waiting=paused`}>All that are paused</Link>
          )}
        </Notice>
      )}
    </>
  );
}
