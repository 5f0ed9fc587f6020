import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startKafka, startPostgres, startRedis } from '@writ/local-servers';
import type { LocalKafka, LocalPostgres, LocalRedis, LocalServer } from '@writ/local-servers';
import type { Closing } from '@writ/service-kit';
import {
  createManagement,
  installAccounts,
  openProject,
  sandboxAt,
  startStack,
  type Account,
  type Sandbox,
  type ServiceName,
  type Stack,
  type StackProject,
} from '@writ/stack';
import { openLink, startReceiver, type Link, type Receiver } from '@writ/test-kit';
import pg from 'pg';
import { databaseClock, installDatabaseClock, type DatabaseClock } from './database-clock.ts';
import { routeEvents } from './route-events.ts';

/** What an experiment stands on. */
export type GroundPlan = {
  /** Processes of a service where it is not one; an experiment may add others. */
  replicas?: Partial<Record<ServiceName, number>>;
  /** What every service is given besides. */
  environment?: Readonly<Record<string, string>>;
  /** Sandbox accounts without quota, one group of the project for each; `n` is the run's size. */
  accounts: (n: number) => number;
  /** How long the CRM takes for an answer, so that calls are under way when something breaks. */
  latencyMs: number;
  /** Redis keeps an append-only file, as it should in operation; false loses all when it ends. */
  redisKeeps?: boolean;
  /** Services reach Postgres and Redis over links that can be made slow. */
  links?: boolean;
  /** Clocks that are wrong by so many milliseconds: of each process of a service. */
  skewMs?: Partial<Record<ServiceName, readonly number[]>>;
  /** The database's time can be moved. */
  databaseClock?: boolean;
};

export type Ground = {
  servers: { postgres: LocalPostgres; redis: LocalRedis; kafka: LocalKafka };
  stack: Stack;
  project: StackProject;
  accounts: readonly [Account, ...Account[]];
  sandbox: Sandbox;
  /** Gets `write.async.done` of the project. */
  receiver: Receiver;
  /** To Postgres itself, past any link. */
  pool: pg.Pool;
  /** What the ground has said so far: a line for each process that ended by itself, and how. */
  told: readonly string[];
  /** Empty without `links`. */
  links: readonly Link[];
  /** Only with `databaseClock`. */
  clock?: DatabaseClock;
};

export type GroundOptions = {
  plan: GroundPlan;
  n: number;
  /** A folder of the run's own. */
  dataDir: string;
  /** `PATH` and the like. */
  environment: Readonly<Record<string, string>>;
  tell: (line: string) => void;
};

const maxConnections = 300;

/** Real servers, each service as processes of its own, a project with accounts at the sandbox, and a receiver. */
export async function startGround(closing: Closing, options: GroundOptions): Promise<Ground> {
  const { plan } = options;
  const told: string[] = [];
  const tell = (line: string): void => {
    told.push(line);
    options.tell(line);
  };
  tell('Starting Postgres, Redis and Kafka.');
  const keep = async <S extends LocalServer>(starting: Promise<S>) =>
    closing.add(await starting, (server) => server.close());
  const servers = {
    postgres: await keep(startPostgres({ maxConnections, tell })),
    redis: await keep(startRedis({ appendOnly: plan.redisKeeps ?? true, tell })),
    kafka: await keep(startKafka({ tell })),
  };
  if (plan.databaseClock) await installDatabaseClock(servers.postgres.url);
  const pool = closing.add(new pg.Pool({ connectionString: servers.postgres.url, max: 4 }), (opened) =>
    opened.end(),
  );
  // A server that is killed ends idle connections, which is no fault of this process.
  pool.on('error', () => undefined);
  const reached = await addresses(closing, servers, plan);
  const adminToken = randomBytes(24).toString('base64url');
  const stack = await startStack({
    dataDir: join(options.dataDir, 'stack'),
    servers: { ...reached.urls, kafkaBrokers: servers.kafka.brokers.join(',') },
    environment: {
      ...options.environment,
      ...usualEnvironment,
      ...plan.environment,
      ADMIN_TOKEN: adminToken,
    },
    replicas: replicasOf(plan),
    tell,
  });
  closing.add(stack, (started) => started.stop());
  await addSkewed(stack, plan.skewMs ?? {});
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  const seeded = await seed(stack, adminToken, plan.accounts(options.n), plan.latencyMs);
  await routeEvents(seeded.project, receiver.url);
  return {
    servers,
    stack,
    ...seeded,
    receiver,
    pool,
    told,
    links: reached.links,
    ...(plan.databaseClock && { clock: databaseClock(pool) }),
  };
}

const usualEnvironment = {
  LOG_LEVEL: 'warn',
  // The receiver listens on loopback, which is refused otherwise.
  DESTINATION_ALLOW_HTTP: 'true',
  DESTINATION_ALLOW_CIDRS: '127.0.0.1/32',
  DELIVERY_SCHEDULE_SECONDS: '1,1,1,1,1',
  RATE_LIMIT_PER_KEY: '1000000',
  RATE_LIMIT_PER_PROJECT: '1000000',
};

type Skews = NonNullable<GroundPlan['skewMs']>;
const skewedServices = (skewMs: Skews): ServiceName[] => Object.keys(skewMs) as ServiceName[];

/** How many processes the stack starts by itself: none of those whose clocks are wrong. */
function replicasOf({ replicas = {}, skewMs = {} }: GroundPlan): Partial<Record<ServiceName, number>> {
  return { ...replicas, ...Object.fromEntries(skewedServices(skewMs).map((service) => [service, 0])) };
}

async function addSkewed(stack: Stack, skewMs: Skews): Promise<void> {
  const preload = new URL('../failing/skew-clock.main.ts', import.meta.url).href;
  for (const service of skewedServices(skewMs))
    for (const ms of skewMs[service] ?? [])
      await stack.addReplica(service, {
        environment: { NODE_OPTIONS: `--import ${preload}`, CHAOS_CLOCK_SKEW_MS: String(ms) },
      });
}

type Reached = { urls: { databaseUrl: string; redisUrl: string }; links: Link[] };

/** Where the services find Postgres and Redis. */
async function addresses(
  closing: Closing,
  { postgres, redis }: Pick<Ground['servers'], 'postgres' | 'redis'>,
  { links }: GroundPlan,
): Promise<Reached> {
  if (!links) return { urls: { databaseUrl: postgres.url, redisUrl: redis.url }, links: [] };
  const open = async (url: string) => closing.add(await openLink(url), (link) => link.close());
  const [toPostgres, toRedis] = [await open(postgres.url), await open(redis.url)];
  return { urls: { databaseUrl: toPostgres.url, redisUrl: toRedis.url }, links: [toPostgres, toRedis] };
}

async function seed(
  stack: Stack,
  adminToken: string,
  count: number,
  latencyMs: number,
): Promise<Pick<Ground, 'project' | 'accounts' | 'sandbox'>> {
  const project = await openProject(createManagement(stack.managementUrl, adminToken), 'chaos');
  const sandbox = sandboxAt(stack.sandboxUrl);
  const [first, ...others] = await installAccounts(project, sandbox, count);
  if (!first) throw new Error('an experiment needs an account');
  const accounts = [first, ...others] as const;
  for (const { account } of accounts) await sandbox.change(account, { latencyMs });
  return { project, accounts, sandbox };
}
