import { lifecycleTopic, type Found } from '@writ/contracts';
import { pendingMigrations, type Database } from '@writ/db';
import { countDeadLetters, outboxSeconds } from '@writ/event-bus';
import {
  countDeadConnections,
  listForeignConnections,
  refusedApps,
  type RefusedApp,
} from '@writ/installation';
import type { RedisFacts } from '@writ/job-queue';
import { dueLanes, lanesThatStandStill } from '@writ/lanes';
import { changesLook, type Look } from '@writ/service-parts';
import { countExpiringKeys, projectsWithPageKeys } from '@writ/tenancy';

/** Nothing is counted beyond it. */
const mostCounted = 1_000;
const oldestPostgres = 150_000;
/** Work or events that wait for so long do not wait for their turn any more. */
const overdueSeconds = 60;
const expiringDays = 14;

/** `12`, or `more than 1,000`. */
const counted = (count: number, most = mostCounted): string =>
  count >= most ? `${most.toLocaleString('en')} or more` : String(count);

const someAre = (code: Found['code'], count: number, words: string): readonly Found[] =>
  count === 0 ? [] : [{ code, detail: `${counted(count)} ${words}` }];

/** As many as a detail names. */
const mostNamed = 10;

/** A finding that names what it is about. */
function named(code: Found['code'], names: readonly string[]): readonly Found[] {
  const shown = names.slice(0, mostNamed).map((name) => `\`${name}\``);
  const more = names.length > mostNamed ? ' and more' : '';
  return names.length === 0 ? [] : [{ code, detail: `${shown.join(', ')}${more}.` }];
}

/** What the operations service sees by itself: each part by an index and up to a limit, or from the catalogue. */
export const systemLooks = (
  database: Pick<Database, 'pool' | 'prisma' | 'assertTakesChanges'>,
  lookAtRedis: (() => Promise<RedisFacts>) | undefined,
): readonly Look[] => [
  ...looksBeneath(database, lookAtRedis),
  ...workLooks(database),
  ...resourceLooks(database),
];

const looksBeneath = (
  database: Pick<Database, 'pool' | 'assertTakesChanges'>,
  lookAtRedis: (() => Promise<RedisFacts>) | undefined,
): readonly Look[] => [
  { part: 'Postgres', look: () => lookAtPostgres(database.pool) },
  changesLook(database),
  ...(lookAtRedis
    ? [{ part: 'Redis', away: 'redis-away' as const, look: async () => redisFindings(await lookAtRedis()) }]
    : []),
  {
    part: 'migrations',
    look: async () => {
      const missing = await pendingMigrations(database.pool);
      return missing.length === 0
        ? []
        : [{ code: 'migrations-missing', detail: `Missing: ${missing.join(', ')}.` }];
    },
  },
  {
    part: 'outbox',
    look: async () => {
      const seconds = Math.round(await outboxSeconds(database.pool));
      const detail = `The oldest event for ${lifecycleTopic} has waited for ${seconds} s.`;
      return seconds < overdueSeconds ? [] : [{ code: 'outbox-old', detail }];
    },
  },
];

const workLooks = ({ pool }: Pick<Database, 'pool'>): readonly Look[] => [
  {
    part: 'work',
    look: async () =>
      (await dueLanes(pool))
        .filter(({ oldestSeconds }) => oldestSeconds >= overdueSeconds)
        .map(({ kind, lanes, oldestSeconds }) => ({
          code: 'work-overdue',
          detail: `${lanes} lanes of the kind ${kind} are due, the first for ${Math.round(oldestSeconds)} s.`,
        })),
  },
  {
    part: 'lanes',
    look: async () => {
      const { paused, outage } = await lanesThatStandStill(pool, mostCounted);
      return [
        ...someAre('lanes-paused', paused, 'are paused.'),
        ...someAre('provider-away', outage, 'lanes rest since their account does not answer.'),
      ];
    },
  },
];

const resourceLooks = ({ pool, prisma }: Pick<Database, 'pool' | 'prisma'>): readonly Look[] => [
  {
    part: 'connections',
    look: async () =>
      someAre(
        'connections-dead',
        await countDeadConnections(pool),
        'have credentials that the provider refuses.',
      ),
  },
  {
    part: 'provider apps',
    look: async () => refusedAppFindings(await refusedApps(pool, mostNamed)),
  },
  {
    part: "groups' connections",
    look: async () => named('connections-foreign', await listForeignConnections(pool, mostNamed + 1)),
  },
  {
    part: 'page keys',
    look: async () => named('page-keys-in-use', await projectsWithPageKeys(pool, mostNamed + 1)),
  },
  {
    part: 'destinations',
    look: async () => {
      const disabled = await prisma.destination.findMany({
        where: { status: 'disabled' },
        select: { id: true },
        take: mostCounted,
      });
      return someAre('destinations-disabled', disabled.length, 'are disabled.');
    },
  },
  {
    part: 'dead letters',
    look: async () => someAre('dead-letters', await countDeadLetters(pool), 'were not replayed.'),
  },
  {
    part: 'keys',
    look: async () =>
      someAre(
        'keys-expiring',
        await countExpiringKeys(pool, { days: expiringDays, limit: mostCounted }),
        'of those that are active.',
      ),
  },
];

/** One for each app: different people may have to fix them. */
const refusedAppFindings = (apps: readonly RefusedApp[]): readonly Found[] =>
  apps.map(({ projectId, provider, connections }) => ({
    code: 'provider-apps-refused',
    detail: `The \`${provider}\` app of the project \`${projectId}\`: ${counted(connections, 10_000)} connections cannot renew their access tokens.`,
  }));

/** Settings, and tables that are left out of cleaning up. */
const postgresSql = `
  SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
    current_setting('autovacuum')::bool AND current_setting('track_counts')::bool AS cleans,
    (SELECT coalesce(array_agg(relname::text ORDER BY relname), '{}') FROM pg_class
      WHERE relkind = 'r' AND reloptions && ARRAY['autovacuum_enabled=off', 'autovacuum_enabled=false']) AS left_out`;

type PostgresFacts = { number: number; version: string; cleans: boolean; left_out: readonly string[] };

async function lookAtPostgres(pool: Database['pool']): Promise<readonly Found[]> {
  const { rows } = await pool.query<PostgresFacts>(postgresSql);
  return rows.flatMap(postgresFindings);
}

/** What the facts of a Postgres say. */
export function postgresFindings({
  number,
  version,
  cleans,
  left_out: leftOut,
}: PostgresFacts): readonly Found[] {
  return [
    ...(number < oldestPostgres ? [{ code: 'postgres-old' as const, detail: `It is ${version}.` }] : []),
    ...(cleans
      ? []
      : [{ code: 'autovacuum-off' as const, detail: '`autovacuum` or `track_counts` is off.' }]),
    ...(leftOut.length === 0
      ? []
      : [{ code: 'autovacuum-off' as const, detail: `Left out: ${leftOut.join(', ')}.` }]),
  ];
}

/** What the facts of a Redis say. */
const redisFindings = ({ policy, appendOnly, isCluster, refusal }: RedisFacts): readonly Found[] => [
  ...(isCluster ? [{ code: 'redis-cluster' as const, detail: '`cluster_enabled` is 1.' }] : []),
  ...(refusal === undefined
    ? []
    : [
        {
          code: 'redis-refuses' as const,
          detail: refusal === 'READONLY' ? 'It is a stand-by, which only reads.' : `It answers ${refusal}.`,
        },
      ]),
  ...(policy === 'noeviction'
    ? []
    : [{ code: 'redis-evicts' as const, detail: `\`maxmemory-policy\` is \`${policy}\`.` }]),
  ...(appendOnly ? [] : [{ code: 'redis-no-aof' as const, detail: 'It keeps no log of what it holds.' }]),
];
