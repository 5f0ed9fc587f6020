import type { Connection } from '@writ/sdk';
import { pageOf } from '../../data/client.ts';
import { useLive } from '../../data/live.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { type Standing, Status } from '../../parts/facts/facts.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Lines, type Line } from './lines.tsx';

const mostRead = 20;
const mostShown = 5;

/** Customers whose installations can't be written to now, and why. */
export function UnhealthyCustomers() {
  const { name, writ } = useProject();
  const forbidden = useForbidden('installations:read');
  const reading = useLive({
    key: [name, 'unhealthy connections'],
    read: async (signal) => {
      const asked = { health: 'unhealthy', pageSize: mostRead } as const;
      const found = await pageOf(writ.installations.list(asked, { signal }));
      // Several installations may share a connection.
      const connections = [...new Map(found.map(({ connection }) => [connection.id, connection])).values()];
      return {
        shown: connections.slice(0, mostShown),
        areMore: connections.length > mostShown || found.length === mostRead,
      };
    },
    every: () => 10_000,
    enabled: forbidden === undefined,
  });
  if (forbidden !== undefined) return <p className="quiet">{forbidden}</p>;
  return (
    <Read of={reading} what="connections">
      {({ shown, areMore }) => (
        <>
          <Lines none="All customers can be written to." lines={shown.map(lineOf)} />
          {areMore && <p className="quiet">There may be more than these {shown.length}.</p>}
        </>
      )}
    </Read>
  );
}

const lineOf = (connection: Connection): Line => {
  const { group, provider, account } = connection;
  return {
    place: ['operations', { groupRef: group.groupRef, provider }],
    title: <bdi>{group.groupName}</bdi>,
    about: `${provider} ${account}`,
    end: <Status {...whyOf(connection)} />,
  };
};

function whyOf({ status, renewalError }: Connection): Standing {
  if (status === 'bad_credentials') return { tone: 'bad', words: 'Credentials refused' };
  return renewalError === undefined
    ? { tone: 'waiting', words: 'Not verified' }
    : { tone: 'bad', words: 'Provider app refused' };
}
