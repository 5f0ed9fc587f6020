import { serviceNames } from '@writ/stack';
import type { Run } from '../experiment.ts';
import { seriesName } from '../rules/flat.ts';
import { kafkaLag } from './kafka-offsets.ts';
import { heapMetric, metricsAt } from './metric-of.ts';
import { onRedis } from './on-redis.ts';

type Seen = Record<string, number>;

const bytesOfMb = 1024 ** 2;

/** Of each process, in bytes or pieces. */
const ofProcess = [
  ['heap', heapMetric, bytesOfMb],
  ['resident memory', 'writ_process_resident_memory_bytes', bytesOfMb],
  ['open files', 'writ_process_open_fds', 1],
] as const;

/** In seconds, measured by one process of a service. */
const ages = [
  ['operations', 'writ_outbox_oldest_seconds', 'outbox'],
  ['operations', 'writ_operation_feed_oldest_seconds', 'operation_feed'],
  ['operations', 'writ_lane_oldest_due_seconds', 'due work'],
  ['notification', 'writ_intake_oldest_seconds', 'events on Kafka'],
] as const;

/** Tables of work that ends soon. */
const passing = ['outbox', 'operation_feed', 'operation_order_key', 'synchronous_write', 'task_item'];

/** Tables whose rows change. */
const changing = [
  'operation',
  'delivery',
  'lane',
  'upsert_line',
  'leader_lease',
  'process_report',
  ...passing,
];

/** Without series of parts that are away. */
export async function lookAround(run: Run): Promise<Readonly<Record<string, number>>> {
  const looks = [ofProcesses, ofConnections, ofTables, ofRedis, ofKafka];
  const seen = await Promise.allSettled(looks.map((look) => look(run)));
  return Object.assign({}, ...seen.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))) as Seen;
}

async function ofProcesses({ ground }: Run): Promise<Seen> {
  const seen: Seen = {};
  const note = (measure: string, what: string, value: number | undefined, unit = 1): void => {
    if (value !== undefined) seen[seriesName(measure, what)] = value / unit;
  };
  for (const service of serviceNames)
    for (const { name, metricsUrl } of ground.stack.replicas[service]) {
      const metric = await metricsAt(metricsUrl).catch(() => () => undefined);
      for (const [measure, of, unit] of ofProcess) note(measure, name, metric(of), unit);
      for (const [measuredBy, of, what] of ages) if (measuredBy === name) note('age', what, metric(of));
    }
  return seen;
}

async function ofConnections({ ground }: Run): Promise<Seen> {
  const { rows } = await ground.pool.query<{ name: string; all: number; holding: number }>(
    `SELECT application_name AS name, count(*)::int AS all,
      count(*) FILTER (WHERE state LIKE 'idle in transaction%')::int AS holding
    FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'writ-%'
    GROUP BY application_name`,
  );
  const holding = rows.reduce((sum, row) => sum + row.holding, 0);
  return {
    ...Object.fromEntries(rows.map(({ name, all }) => [seriesName('connections', name), all])),
    [seriesName('connections', 'idle in a transaction')]: holding,
  };
}

/** All tables with indexes and dead rows, per write. */
async function ofTables({ ground }: Run): Promise<Seen> {
  const counts = passing.map((table) => `(SELECT count(*) FROM ${table})::int AS ${table}`);
  const { rows: waiting } = await ground.pool.query<Record<string, number>>(`SELECT ${counts.join(', ')}`);
  const { rows: tables } = await ground.pool.query<{ name: string; dead: number; bytes: number }>(
    `SELECT relname AS name, n_dead_tup::float8 AS dead, pg_total_relation_size(relid)::float8 AS bytes
    FROM pg_stat_user_tables`,
  );
  const { rows: writes } = await ground.pool.query<{ count: number }>(
    'SELECT count(*)::float8 AS count FROM operation_record',
  );
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const sizes = tables.filter(({ name }) => passing.includes(name));
  const changed = tables.filter(({ name }) => changing.includes(name));
  return {
    ...named('rows', waiting[0] ?? {}),
    ...named('table', Object.fromEntries(sizes.map((table) => [table.name, table.bytes / bytesOfMb]))),
    ...named('dead rows', Object.fromEntries(changed.map(({ name, dead }) => [name, dead]))),
    [seriesName('at rest', 'a record')]: bytes / (writes[0]?.count ?? 0),
  };
}

const named = (measure: string, values: Readonly<Record<string, number>>): Seen =>
  Object.fromEntries(Object.entries(values).map(([what, value]) => [seriesName(measure, what), value]));

const ofRedis = (run: Run): Promise<Seen> =>
  onRedis(run, async (redis) => {
    const used = /^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1];
    return {
      [seriesName('Redis', 'keys')]: await redis.dbsize(),
      [seriesName('Redis memory', 'used')]: Number(used) / bytesOfMb,
    };
  });

const ofKafka = async (run: Run): Promise<Seen> => ({
  [seriesName('lag', 'events on Kafka')]: await kafkaLag(run),
});
