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
  /** Processes of a service, if not one, or none of `operations`, which few need; an experiment may add others. */
  replicas?: Partial<Record<ServiceName, number>>;
  environment?: Readonly<Record<string, string>>;
  /** Sandbox accounts without quota, one group of the project for each; `n` is the run's size. */
  accounts: (n: number) => number;
  /** How long the CRM takes to answer, so that calls are in flight when something breaks. */
  latencyMs: number;
  /** Redis keeps an append-only file, as in operation; false loses everything when it ends. */
  redisKeeps?: boolean;
  /** Services reach Postgres and Redis over links that can be made slow. */
  links?: boolean;
  databaseClock?: boolean;
};

export type Ground = Subject &
  Seeded & {
    receiver: Receiver;
    /** The lines of the ground so far, such as one for each process that ended by itself. */
    told: readonly string[];
    links: readonly Link[];
    /** Migrates the database as this checkout does, and has processes start from it from now on. */
    upgrade: () => Promise<void>;
  };

export type GroundOptions = {
  plan: GroundPlan;
  n: number;
  dataDir: string;
  environment: Record<string, string>;
  tell: (line: string) => void;
  /** Servers that run already, for experiments that break none. */
  servers?: SubjectServers | undefined;
  /** Folder of the release whose processes are started first. */
  from?: string;
  /** Alerts read figures that an operations service measures. */
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

/** A link to the checkout whose processes start: a process that is restarted through it is one of the new release. */
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

/** Without a notification service in its plan, the experiment calls it after it has added one. */
export const receiveEnds = ({ project, receiver }: Pick<Ground, 'project' | 'receiver'>): Promise<string[]> =>
  deliverTo(project, { urls: [receiver.url], eventTypes: ['write.async.done'] });

const usualEnvironment = { LOG_LEVEL: 'warn', DELIVERY_SCHEDULE_SECONDS: '1,1,1,1,1' };
