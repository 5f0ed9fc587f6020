import { lifecycleTopic, type Found } from '@writ/contracts';
import { pendingMigrations, type Database } from '@writ/db';
import { countDeadLetters, outboxSeconds } from '@writ/event-bus';
import { countDeadConnections, listForeignConnections, refusedApps } from '@writ/installation';
import type { RedisFacts } from '@writ/job-queue';
import { lanesThatStandStill, type dueLanes } from '@writ/lanes';
import { changesLook, type Look, type RedisLook } from '@writ/service-parts';
import { countExpiringKeys, projectsWithPageKeys } from '@writ/tenancy';

export type Versions = { postgres: string; redis?: string };

export type DueLanes = { readDueLanes: () => ReturnType<typeof dueLanes> };

const mostCounted = 1_000;
const oldestPostgres = 150_000;
/** Work due for longer does not just wait for its turn. */
const overdueSeconds = 60;
const expiringDays = 14;
/** Named in a detail. */
const mostNamed = 10;

/** `12`, or `1,000 or more`. */
const counted = (count: number, most = mostCounted): string =>
  count >= most ? `${most.toLocaleString('en')} or more` : String(count);

/** Words that fit one and many. */
const someAre = (code: Found['code'], count: number, words: string): readonly Found[] =>
  count === 0 ? [] : [{ code, detail: `${words}: ${counted(count)}.` }];

const countLook = (part: string, code: Found['code'], words: string, count: () => Promise<number>): Look => ({
  part,
  look: async () => someAre(code, await count(), words),
});

const nameLook = (part: string, code: Found['code'], list: () => Promise<readonly string[]>): Look => ({
  part,
  look: async () => {
    const names = await list();
    const shown = names.slice(0, mostNamed).map((name) => `\`${name}\``);
    const more = names.length > mostNamed ? ' and more' : '';
    return names.length === 0 ? [] : [{ code, detail: `${shown.join(', ')}${more}.` }];
  },
});

/** Each part reads an index up to a limit, or the catalogue. */
export const systemLooks = (
  database: Pick<Database, 'pool' | 'prisma' | 'assertTakesChanges'> & DueLanes,
  lookAtRedis: RedisLook | undefined,
  versions: Versions,
): readonly Look[] => [
  ...looksBeneath(database, lookAtRedis, versions),
  ...workLooks(database),
  ...resourceLooks(database),
];

const looksBeneath = (
  database: Pick<Database, 'pool' | 'assertTakesChanges'>,
  lookAtRedis: RedisLook | undefined,
  versions: Versions,
): readonly Look[] => [
  {
    part: 'Postgres',
    away: 'postgres-away',
    look: async () => {
      const { rows } = await database.pool.query<PostgresFacts>(postgresSql);
      versions.postgres = rows[0]?.version ?? '';
      return rows.flatMap(postgresFindings);
    },
  },
  changesLook(database),
  ...(lookAtRedis ? [redisLook(lookAtRedis, versions)] : []),
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

const redisLook = (lookAtRedis: RedisLook, versions: Versions): Look => ({
  part: 'Redis',
  away: 'redis-away',
  look: async () => {
    const { facts, refusal } = await lookAtRedis().catch(throwPlainly);
    if (facts) versions.redis = facts.version;
    return [...(refusal ? [refusal] : []), ...(facts ? redisFindings(facts) : [])];
  },
});

/** Without a connection the client only says that its stream is not writable. */
function throwPlainly(cause: unknown): never {
  const isUnconnected = cause instanceof Error && cause.message.startsWith("Stream isn't writeable");
  throw isUnconnected ? new Error('no connection', { cause }) : cause;
}

const workLooks = ({ pool, readDueLanes }: Pick<Database, 'pool'> & DueLanes): readonly Look[] => [
  {
    part: 'work',
    look: async () =>
      (await readDueLanes())
        .filter(({ oldestSeconds }) => oldestSeconds >= overdueSeconds)
        .map(({ kind, lanes, oldestSeconds }) => ({
          code: 'work-overdue',
          detail: `Due lanes (${kind}): ${lanes}; the oldest has been due for ${Math.round(oldestSeconds)} s.`,
        })),
  },
  {
    part: 'lanes',
    look: async () => {
      const { paused, outage } = await lanesThatStandStill(pool, mostCounted);
      return [
        ...someAre('lanes-paused', paused, 'Paused lanes'),
        ...someAre('provider-away', outage, 'Lanes whose account does not answer'),
      ];
    },
  },
];

const resourceLooks = ({ pool, prisma }: Pick<Database, 'pool' | 'prisma'>): readonly Look[] => [
  countLook('connections', 'connections-dead', 'Connections whose credentials the provider refuses', () =>
    countDeadConnections(pool),
  ),
  { part: 'provider apps', look: () => refusedAppFindings(pool) },
  nameLook("groups' connections", 'connections-foreign', () => listForeignConnections(pool, mostNamed + 1)),
  nameLook('page keys', 'page-keys-in-use', () => projectsWithPageKeys(pool, mostNamed + 1)),
  countLook('destinations', 'destinations-disabled', 'Disabled destinations', () =>
    prisma.destination.count({ where: { status: 'disabled' }, take: mostCounted }),
  ),
  countLook('dead letters', 'dead-letters', 'Dead letters', () => countDeadLetters(pool)),
  countLook('keys', 'keys-expiring', 'Active keys that end soon', () =>
    countExpiringKeys(pool, { days: expiringDays, limit: mostCounted }),
  ),
];

/** One per app: different people may have to fix them. */
const refusedAppFindings = async (pool: Database['pool']): Promise<readonly Found[]> =>
  (await refusedApps(pool, mostNamed)).map(({ projectId, provider, connections }) => ({
    code: 'provider-apps-refused',
    detail: `The \`${provider}\` app of the project \`${projectId}\` cannot renew access tokens. Connections affected: ${counted(connections, 10_000)}.`,
  }));

/** Includes tables without autovacuum. */
const postgresSql = `
  SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
    current_setting('autovacuum')::bool AND current_setting('track_counts')::bool AS cleans,
    (SELECT coalesce(array_agg(relname::text ORDER BY relname), '{}') FROM pg_class
      WHERE relkind = 'r' AND reloptions && ARRAY['autovacuum_enabled=off', 'autovacuum_enabled=false']) AS left_out`;

type PostgresFacts = { number: number; version: string; cleans: boolean; left_out: readonly string[] };

export function postgresFindings(facts: PostgresFacts): readonly Found[] {
  const { number, version, cleans, left_out: leftOut } = facts;
  const found: Found[] = [];
  if (number < oldestPostgres) found.push({ code: 'postgres-old', detail: `It is ${version}.` });
  if (!cleans) found.push({ code: 'autovacuum-off', detail: '`autovacuum` or `track_counts` is off.' });
  if (leftOut.length > 0) found.push({ code: 'autovacuum-off', detail: `Left out: ${leftOut.join(', ')}.` });
  return found;
}

function redisFindings({ policy, appendOnly }: RedisFacts): readonly Found[] {
  const found: Found[] = [];
  if (policy !== 'noeviction')
    found.push({ code: 'redis-evicts', detail: `\`maxmemory-policy\` is \`${policy}\`.` });
  if (!appendOnly) found.push({ code: 'redis-no-aof', detail: 'It keeps no log of what it holds.' });
  return found;
}
