import type { Operation } from '@writ/sdk';
import { Link } from 'wouter';
import { pageOf } from '../../data/client.ts';
import { useLive } from '../../data/live.ts';
import type { Project } from '../../data/project.ts';
import { countOf } from '../../parts/facts/numbers.ts';
import { Theirs } from '../../parts/facts/theirs.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { Countdown } from '../../parts/time/time.tsx';
import styles from './home.module.css';

const paceMs = 5_000;
const mostRead = 50;
const mostShown = 5;

/** The auto batches that collect records, those first that run first. */
export function AutoBatches({ project }: { project: Project }) {
  const { name, writ } = project;
  const { data, error, refetch } = useLive({
    key: [name, 'auto batches'],
    read: (signal) => pageOf(writ.operations.list({ waiting: 'batch', pageSize: mostRead }, { signal })),
    every: () => paceMs,
  });
  if (!data)
    return error ? <Problem fault={error} onRetry={() => void refetch()} /> : <Loading what="auto batches" />;
  const { results, pagination } = data;
  const next = results.toSorted((a, b) => runsAtMs(a) - runsAtMs(b)).slice(0, mostShown);
  const all = `${project.to('operations')}?waiting=batch`;
  return (
    <>
      {next.length === 0 && pagination.done && (
        <p className={styles['quiet']}>No auto batch collects records.</p>
      )}
      <ul className={styles['lines']}>
        {next.map((batch) => (
          <Line key={batch.id} batch={batch} project={project} />
        ))}
      </ul>
      {!pagination.done && (
        <p className={styles['quiet']}>
          Among those that were begun last. <Link href={all}>Look further</Link>
        </p>
      )}
      {pagination.done && results.length > mostShown && <Link href={all}>All {results.length}</Link>}
    </>
  );
}

function Line({
  batch: { id, provider, resource, groupRef, metadata },
  project,
}: {
  batch: Operation;
  project: Project;
}) {
  const { count = 0, runsAt } = metadata.autoBatch ?? {};
  return (
    <li className={styles['line']}>
      <Link href={project.to('operations', id)}>
        {provider} {resource}
      </Link>
      <span className={styles['quiet']}>
        <Theirs>{groupRef}</Theirs>, {countOf(count, 'record')}
      </span>
      <span className={styles['end']}>
        {runsAt !== undefined && <Countdown at={runsAt} past="runs now" />}
      </span>
    </li>
  );
}

const runsAtMs = ({ metadata }: Operation): number =>
  Date.parse(metadata.autoBatch?.runsAt ?? '') || Infinity;
