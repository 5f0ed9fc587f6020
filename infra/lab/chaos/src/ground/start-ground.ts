import { mkdir, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Closing } from '@writ/service-kit';
import {
  deliverTo,
  migrateAs,
  seedProject,
  startSubject,
  type Seeded,
  type ServiceName,
  type Subject,
  type SubjectServers,
} from '@writ/stack';
import { installDatabaseClock, openLink, startReceiver, type Link, type Receiver } from '@writ/test-kit';

export type GroundPlan = {
  /** By default one per service, and none of `operations`; experiments may add others. */
  replicas?: Partial<Record<ServiceName, number>>;
  environment?: Readonly<Record<string, string>>;
  /** Sandbox accounts without quota, each with a group; `n` is the run's size. */
  accounts: (n: number) => number;
  /** The CRM's latency, so that calls are in flight at a fault. */
  latencyMs: number;
  /** With an append-only file, as in operation; otherwise its data ends with it. */
  redisKeeps?: boolean;
  /** Services reach Postgres and Redis over links that can be slowed. */
  links?: boolean;
  databaseClock?: boolean;
};

export type Ground = Subject &
  Seeded & {
    receiver: Receiver;
    /** Lines so far, such as one for each process that ended by itself. */
    told: readonly string[];
    links: readonly Link[];
    /** Migrates the database, and starts later processes from this checkout. */
    upgrade: () => Promise<void>;
  };

export type GroundOptions = {
  plan: GroundPlan;
  n: number;
  dataDir: string;
  environment: Record<string, string>;
  tell: (line: string) => void;
  /** Running servers, for experiments that break none. */
  servers?: SubjectServers | undefined;
  /** The first processes' release. */
  from?: string;
  /** Starts an operations service, which measures the alerts' figures. */
  isWatched: boolean;
};

export async function startGround(closing: Closing, options: GroundOptions): Promise<Ground> {
  const { plan, environment } = options;
  const told: string[] = [];
  const links: Link[] = [];
  const release = await releaseLink(options);
  const subject = await startSubject(closing, {
    checkout: release.checkout,
    dataDir: join(options.dataDir, 'stack'),
    environment: { ...environment, ...usualEnvironment, ...plan.environment },
    replicas: { operations: options.isWatched ? 1 : 0, ...plan.replicas },
    redisKeeps: plan.redisKeeps ?? true,
    servers: options.servers,
    prepare: async ({ postgres, redis }) => {
      if (plan.databaseClock) await installDatabaseClock(postgres.url);
      if (!plan.links) return undefined;
      const open = async (url: string) => closing.add(await openLink(url), (link) => link.close());
      const [toPostgres, toRedis] = [await open(postgres.url), await open(redis.url)];
      links.push(toPostgres, toRedis);
      return { databaseUrl: toPostgres.url, redisUrl: toRedis.url };
    },
    tell: (line) => {
      told.push(line);
      options.tell(line);
    },
  });
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  const seeded = await seedProject(subject, 'chaos', plan.accounts(options.n));
  const { latencyMs } = plan;
  for (const { account } of seeded.accounts) await seeded.sandbox.change(account, { latencyMs });
  const ground = {
    ...subject,
    ...seeded,
    receiver,
    told,
    links,
    upgrade: () => release.upgrade(subject.servers.postgres.url),
  };
  if (plan.replicas?.notification !== 0) await receiveEnds(ground);
  return ground;
}

const checkout = join(import.meta.dirname, '../../../../..');

/** A link to the checkout: a process restarted through it is the new release. */
async function releaseLink({ from, dataDir, environment }: GroundOptions) {
  if (from === undefined) return { checkout: undefined, upgrade: () => Promise.resolve() };
  await mkdir(dataDir, { recursive: true });
  const link = join(dataDir, 'release');
  await symlink(resolve(from), link);
  const upgrade = async (databaseUrl: string): Promise<void> => {
    await migrateAs(checkout, databaseUrl, environment);
    await rm(link);
    await symlink(checkout, link);
  };
  return { checkout: link, upgrade };
}

/** If the experiment adds its own notification service, it calls this afterwards. */
export const receiveEnds = ({ project, receiver }: Pick<Ground, 'project' | 'receiver'>): Promise<string[]> =>
  deliverTo(project, { urls: [receiver.url], eventTypes: ['write.async.done'] });

const usualEnvironment = { LOG_LEVEL: 'warn', DELIVERY_SCHEDULE_SECONDS: '1,1,1,1,1' };
