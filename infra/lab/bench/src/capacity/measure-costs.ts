import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName, Subject } from '@writ/stack';
import { watchCpu } from '../subject/used-cpu.ts';
import { parts, type Cost } from './model.ts';

/** Sessions report up to a second late. */
const reportedMs = 1_500;
const services: readonly ServiceName[] = ['write-gateway', 'write-worker', 'notification', 'operations'];

type Counts = Pick<Cost, 'rows' | 'commits' | 'walBytes'>;
/**
 * Bytes of a table's rows, and the ratio of its size with and without indexes: tables reuse space, so sizes alone say
 * less.
 */
type Held = Readonly<Record<string, { bytes: number; withIndexes: number }>>;

/** Per unit. An idle stack costs little in comparison. */
export async function costOf(subject: Subject, units: number, act: () => Promise<unknown>): Promise<Cost> {
  const [before, heldBefore] = [await countsOf(subject), await heldBy(subject)];
  const endWatch = await watchCpu(subject, services);
  await act();
  // Each work pays for its own: autovacuum would come at any time.
  await subject.pool.query('VACUUM (ANALYZE)');
  await delay(reportedMs);
  const { cpu } = await endWatch();
  const [after, held] = [await countsOf(subject), await heldBy(subject)];
  const restBytes = Object.entries(held).reduce(
    (sum, [table, { bytes, withIndexes }]) => sum + (bytes - (heldBefore[table]?.bytes ?? 0)) * withIndexes,
    0,
  );
  const counts = Object.keys(before) as (keyof Counts)[];
  const perUnit = counts.map((name) => [name, (after[name] - before[name]) / units]);
  const own = Object.entries(cpu).map(([name, seconds]) => [name.replace(/-\d+$/, ''), seconds] as const);
  const cpuMs = parts.map((part) => {
    const seconds = own.filter(([name]) => name === part).reduce((sum, [, used]) => sum + used, 0);
    return [part, (seconds * 1000) / units];
  });
  return {
    ...(Object.fromEntries(perUnit) as Counts),
    restBytes: restBytes / units,
    cpuMs: Object.fromEntries(cpuMs) as Cost['cpuMs'],
  };
}

async function countsOf({ pool }: Pick<Subject, 'pool'>): Promise<Counts> {
  const { rows } = await pool.query<Counts>(
    `SELECT
      (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables)::float8 AS rows,
      (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())::float8 AS commits,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS "walBytes"`,
  );
  const [counts] = rows;
  if (!counts) throw new Error('Postgres counted nothing.');
  return counts;
}

/** Header and pointer of a row in its page. */
const bytesBesideRow = 28;

async function heldBy({ pool }: Pick<Subject, 'pool'>): Promise<Held> {
  const { rows: tables } = await pool.query<{ name: string; withIndexes: number }>(
    `SELECT relname AS name, 1 + pg_indexes_size(relid)::float8 / pg_relation_size(relid) AS "withIndexes"
    FROM pg_stat_user_tables WHERE pg_relation_size(relid) > 0`,
  );
  const held: [string, Held[string]][] = [];
  for (const { name, withIndexes } of tables) {
    const sql = `SELECT coalesce(sum(pg_column_size(one.*) + ${bytesBesideRow}), 0)::float8 AS bytes FROM "${name}" AS one`;
    const { rows } = await pool.query<{ bytes: number }>(sql);
    held.push([name, { bytes: rows[0]?.bytes ?? 0, withIndexes }]);
  }
  return Object.fromEntries(held);
}

/** Such as that of work with and without its own calls. */
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
