import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName, Subject } from '@writ/stack';
import { watchCpu } from '../subject/used-cpu.ts';
import { parts, type Cost } from './model.ts';

/** Sessions report what they did at most a second late. */
const reportedMs = 1_500;
const services: readonly ServiceName[] = ['write-gateway', 'write-worker', 'notification', 'operations'];

type Counts = Pick<Cost, 'rows' | 'commits' | 'walBytes' | 'restBytes'>;

/** What the work takes, for each of its units; costs of an idle stack are small beside it. */
export async function costOf(subject: Subject, units: number, act: () => Promise<unknown>): Promise<Cost> {
  const before = await countsOf(subject);
  const endWatch = await watchCpu(subject, services);
  await act();
  await delay(reportedMs);
  const { cpu } = await endWatch();
  const after = await countsOf(subject);
  const counts = Object.keys(before) as (keyof Counts)[];
  const perUnit = counts.map((name) => [name, (after[name] - before[name]) / units]);
  const own = Object.entries(cpu).map(([name, seconds]) => [name.replace(/-\d+$/, ''), seconds] as const);
  const cpuMs = parts.map((part) => {
    const seconds = own.filter(([name]) => name === part).reduce((sum, [, used]) => sum + used, 0);
    return [part, (seconds * 1000) / units];
  });
  return { ...(Object.fromEntries(perUnit) as Counts), cpuMs: Object.fromEntries(cpuMs) as Cost['cpuMs'] };
}

async function countsOf({ pool }: Pick<Subject, 'pool'>): Promise<Counts> {
  const { rows } = await pool.query<Counts>(
    `SELECT
      (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables)::float8 AS rows,
      (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS commits,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS "walBytes",
      (SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables)::float8 AS "restBytes"`,
  );
  const [counts] = rows;
  if (!counts) throw new Error('Postgres counted nothing.');
  return counts;
}

/** The difference of two costs, such as that of work with and without calls of its own. */
export function lessCost(all: Cost, part: Cost): Cost {
  const cpuMs = parts.map((name) => [name, Math.max(0, (all.cpuMs[name] ?? 0) - (part.cpuMs[name] ?? 0))]);
  return {
    cpuMs: Object.fromEntries(cpuMs) as Cost['cpuMs'],
    rows: all.rows - part.rows,
    commits: all.commits - part.commits,
    walBytes: all.walBytes - part.walBytes,
    restBytes: all.restBytes - part.restBytes,
  };
}
