import type { Operation } from '@writ/sdk';
import { pageOf } from '../../data/client.ts';
import { useLive } from '../../data/live.ts';
import { useProject, type Place } from '../../data/project.ts';
import { To } from '../../parts/facts/id.tsx';
import { brandOf, countOf } from '../../parts/facts/words.ts';
import { Read } from '../../parts/states/states.tsx';
import { Countdown } from '../../parts/time/time.tsx';
import { Lines, type Line } from '../../parts/rows/lines.tsx';

const mostRead = 50;
const mostShown = 5;

/** Those that collect records, in the order in which they run. */
export function AutoBatches() {
  const { name, writ } = useProject();
  const reading = useLive({
    key: [name, 'auto batches'],
    read: (signal) => pageOf(writ.operations.list({ waiting: 'batch', pageSize: mostRead }, { signal })),
  });
  const all: Place = ['operations', { waiting: 'batch' }];
  return (
    <Read of={reading} what="auto batches">
      {({ results, pagination }) => (
        <>
          <Lines
            none="No auto batch collects records."
            lines={results
              .toSorted((one, other) => runsAtMs(one) - runsAtMs(other))
              .slice(0, mostShown)
              .map(lineOf)}
          />
          {!pagination.done && (
            <p className="quiet">
              Among those that were begun last. <To place={all}>Look further</To>
            </p>
          )}
          {pagination.done && results.length > mostShown && <To place={all}>All {results.length}</To>}
        </>
      )}
    </Read>
  );
}

function lineOf({ id, provider, resource, groupRef, metadata }: Operation): Line {
  const { count = 0, runsAt } = metadata.autoBatch ?? {};
  return {
    place: ['operations', id],
    title: `${brandOf(provider)} ${resource}`,
    about: (
      <>
        <bdi>{groupRef}</bdi>, {countOf(count, 'record')}
      </>
    ),
    end: runsAt !== undefined && <Countdown at={runsAt} past="runs now" />,
  };
}

const runsAtMs = ({ metadata }: Operation): number =>
  Date.parse(metadata.autoBatch?.runsAt ?? '') || Infinity;
