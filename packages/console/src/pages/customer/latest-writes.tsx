import type { Operation } from '@writ/sdk';
import { pageOf } from '../../data/client.ts';
import { useLive } from '../../data/live.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Status } from '../../parts/facts/facts.tsx';
import { To } from '../../parts/facts/id.tsx';
import { causeOf } from '../../parts/facts/words.ts';
import { Section } from '../../parts/page/page.tsx';
import { Lines, type Line } from '../../parts/rows/lines.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { operationStanding } from '../operations/operation-standing.ts';

const shown = 5;

export function LatestWrites({ groupRef }: { groupRef: string }) {
  const forbidden = useForbidden('operations:read');
  if (forbidden !== undefined)
    return (
      <Section title="Latest writes">
        <p className="quiet">{forbidden}</p>
      </Section>
    );
  return (
    <div className="columns">
      <Section title="Latest writes" beside={<To place={['operations', { groupRef }]}>All</To>}>
        <Writes filter={{ groupRef }} none="Nothing has been written for this customer." />
      </Section>
      <Section
        title="Refused records"
        beside={<To place={['operations', { groupRef, status: 'failure' }]}>All</To>}
      >
        <Writes filter={{ groupRef, status: ['failure'] }} none="No write has failed." />
      </Section>
    </div>
  );
}

type Given = { filter: { groupRef: string; status?: ['failure'] }; none: string };

function Writes({ filter, none }: Given) {
  const { name, writ } = useProject();
  const reading = useLive<readonly Operation[]>({
    key: [name, 'latest writes', filter],
    read: async (signal) =>
      (await pageOf(writ.operations.list({ ...filter, pageSize: shown }, { signal }))).results,
  });
  return (
    <Read of={reading} what="its writes">
      {(operations) => <Lines none={none} lines={operations.map(lineOf)} />}
    </Read>
  );
}

function lineOf(operation: Operation): Line {
  const { id, resource, label, result, createTime, metadata, status } = operation;
  const why = status === 'failure' && result !== undefined ? causeOf(result) : label;
  return {
    place: ['operations', id],
    title: `${metadata.type} ${resource}`,
    about: <bdi>{why}</bdi>,
    end: (
      <>
        <Status {...operationStanding(operation)} /> <Time at={createTime} />
      </>
    ),
  };
}
