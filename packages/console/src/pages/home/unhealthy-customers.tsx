import type { Connection } from '@writ/sdk';
import { pageOf } from '../../data/client.ts';
import { useLive } from '../../data/live.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Status } from '../../parts/facts/status.tsx';
import { To } from '../../parts/facts/to.tsx';
import { Read } from '../../parts/states/states.tsx';
import styles from './home.module.css';

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
          {shown.length === 0 && <p className="quiet">All customers can be written to.</p>}
          <ul className={styles['lines']}>
            {shown.map((connection) => (
              <Line key={connection.id} connection={connection} />
            ))}
          </ul>
          {areMore && <p className="quiet">There may be more than these {shown.length}.</p>}
        </>
      )}
    </Read>
  );
}

function Line({ connection }: { connection: Connection }) {
  const { group, provider, account } = connection;
  return (
    <li className={`${styles['line']} wrap`}>
      <To place={['operations', { groupRef: group.groupRef, provider }]}>
        <bdi>{group.groupName}</bdi>
      </To>
      <span className="quiet">
        {provider} {account}
      </span>
      <span className="apart">
        <Why connection={connection} />
      </span>
    </li>
  );
}

function Why({ connection: { status, renewalError } }: { connection: Connection }) {
  if (status === 'bad_credentials') return <Status tone="bad" words="Credentials refused" />;
  if (renewalError === undefined) return <Status tone="waiting" words="Not verified" />;
  return <Status tone="bad" words="Provider app refused" />;
}
