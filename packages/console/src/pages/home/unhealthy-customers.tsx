import type { Connection } from '@writ/sdk';
import { useUnhealthy } from '../../data/customers/customers.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Status } from '../../parts/facts/facts.tsx';
import { connectionStanding } from '../../parts/facts/standings.ts';
import { brandOf } from '../../parts/facts/words.ts';
import { Lines, type Line } from '../../parts/rows/lines.tsx';
import { Read } from '../../parts/states/states.tsx';

const mostShown = 5;

export function UnhealthyCustomers() {
  const forbidden = useForbidden('installations:read');
  const reading = useUnhealthy(useProject(), forbidden === undefined);
  if (forbidden !== undefined) return <p className="quiet">{forbidden}</p>;
  return (
    <Read of={reading} what="connections">
      {({ connections, areMore }) => {
        const shown = connections.slice(0, mostShown);
        return (
          <>
            <Lines none="All customers can be written to." lines={shown.map(lineOf)} />
            {(areMore || connections.length > mostShown) && (
              <p className="quiet">There may be more than these {shown.length}.</p>
            )}
          </>
        );
      }}
    </Read>
  );
}

const lineOf = (connection: Connection): Line => {
  const { group, provider, account } = connection;
  return {
    place: ['customers', group.groupRef],
    title: <bdi>{group.groupName}</bdi>,
    about: `${brandOf(provider)} ${account}`,
    end: <Status {...connectionStanding(connection)} />,
  };
};
