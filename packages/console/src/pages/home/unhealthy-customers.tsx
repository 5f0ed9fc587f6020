import type { Connection } from '@writ/sdk';
import { Link } from 'wouter';
import { pageOf } from '../../data/client.ts';
import { useLive } from '../../data/live.ts';
import type { Project } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Status } from '../../parts/facts/status.tsx';
import { Theirs } from '../../parts/facts/theirs.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import styles from './home.module.css';

const paceMs = 10_000;
const mostRead = 20;
const mostShown = 5;

/** Customers that cannot be written to now, and why: a connection that no installation writes through is none's concern. */
export function UnhealthyCustomers({ project }: { project: Project }) {
  const { name, writ } = project;
  const forbidden = useForbidden('installations:read');
  const { data, error, refetch } = useLive({
    key: [name, 'unhealthy connections'],
    read: async (signal) => {
      const found = await pageOf(
        writ.installations.list({ health: 'unhealthy', pageSize: mostRead }, { signal }),
      );
      // Several installations may write through one.
      const connections = [...new Map(found.map(({ connection }) => [connection.id, connection])).values()];
      return { connections, areMore: connections.length > mostShown || found.length === mostRead };
    },
    every: () => paceMs,
    enabled: forbidden === undefined,
  });
  if (forbidden !== undefined) return <p className={styles['quiet']}>{forbidden}</p>;
  if (!data)
    return error ? <Problem fault={error} onRetry={() => void refetch()} /> : <Loading what="connections" />;
  const shown = data.connections.slice(0, mostShown);
  return (
    <>
      {shown.length === 0 && <p className={styles['quiet']}>All customers can be written to.</p>}
      <ul className={styles['lines']}>
        {shown.map((connection) => (
          <Line key={connection.id} connection={connection} project={project} />
        ))}
      </ul>
      {data.areMore && <p className={styles['quiet']}>There may be more than these {shown.length}.</p>}
    </>
  );
}

function Line({
  connection: { group, provider, account, status, renewalError },
  project,
}: {
  connection: Connection;
  project: Project;
}) {
  const filter = new URLSearchParams({ groupRef: group.groupRef, provider });
  return (
    <li className={styles['line']}>
      <Link href={`${project.to('operations')}?${filter.toString()}`}>
        <Theirs>{group.groupName}</Theirs>
      </Link>
      <span className={styles['quiet']}>
        {provider} {account}
      </span>
      <span className={styles['end']}>
        {status === 'bad_credentials' ? (
          <Status tone="bad">Credentials refused</Status>
        ) : renewalError === undefined ? (
          <Status tone="waiting">Not verified</Status>
        ) : (
          <Status tone="bad">Provider app refused</Status>
        )}
      </span>
    </li>
  );
}
