import { randomBytes } from 'node:crypto';
import { startKafka, startPostgres, startRedis } from '@writ/local-servers';
import type { LocalKafka, LocalPostgres, LocalRedis, LocalServer } from '@writ/local-servers';
import type { Closing } from '@writ/service-kit';
import { openPool } from '@writ/test-kit';
import { installAccounts, type Account } from '../caller/install-accounts.ts';
import { createManagement, type Management } from '../caller/management.ts';
import { openProject, type StackProject } from '../caller/open-project.ts';
import { sandboxAt, type Sandbox } from '../caller/sandbox.ts';
import { startStack, type Stack, type StackOptions } from '../start-stack.ts';

export type SubjectServers = { postgres: LocalPostgres; redis: LocalRedis; kafka: LocalKafka };

/** The full form on its own durable servers, to break, attack and measure. */
export type Subject = {
  servers: SubjectServers;
  stack: Stack;
  adminToken: string;
  management: Management;
  pool: ReturnType<typeof openPool>;
};

export type SubjectOptions = Pick<
  StackOptions,
  'dataDir' | 'checkout' | 'environment' | 'replicas' | 'onLine'
> & {
  tell: (line: string) => void;
  /** Running servers; the next two settings are for own ones. */
  servers?: SubjectServers | undefined;
  postgres?: readonly string[];
  /** False: its data ends with it. */
  redisKeeps?: boolean;
  /** Prepares the servers; may return other addresses for the services. */
  prepare?: (servers: SubjectServers) => Promise<{ databaseUrl: string; redisUrl: string } | undefined>;
};

const maxConnections = 300;

const usualEnvironment = {
  // Receivers listen on loopback, which is otherwise refused.
  DESTINATION_ALLOW_HTTP: 'true',
  DESTINATION_ALLOW_CIDRS: '127.0.0.1/32',
  // One key sends everything.
  RATE_LIMIT_PER_KEY: '1000000',
  RATE_LIMIT_PER_PROJECT: '1000000',
};

export async function startSubject(closing: Closing, options: SubjectOptions): Promise<Subject> {
  const { tell, dataDir, replicas, onLine } = options;
  const servers = options.servers ?? (await startServers(closing, options));
  const { postgres, redis, kafka } = servers;
  const direct = { databaseUrl: postgres.url, redisUrl: redis.url };
  const reached = (await options.prepare?.(servers)) ?? direct;
  const pool = closing.add(openPool(reached.databaseUrl), (opened) => opened.end());
  const adminToken = randomBytes(24).toString('base64url');
  const stack = await startStack({
    dataDir,
    checkout: options.checkout,
    servers: { ...reached, kafkaBrokers: kafka.brokers.join(',') },
    environment: { ...usualEnvironment, ...options.environment, ADMIN_TOKEN: adminToken },
    ...(replicas && { replicas }),
    ...(onLine && { onLine }),
    tell,
  });
  closing.add(stack, (started) => started.stop());
  return { servers, stack, adminToken, management: createManagement(stack.managementUrl, adminToken), pool };
}

async function startServers(closing: Closing, options: SubjectOptions): Promise<SubjectServers> {
  const { tell, postgres: more = [], redisKeeps: appendOnly = true } = options;
  tell('Starting Postgres, Redis and Kafka.');
  const keep = async <S extends LocalServer>(starting: Promise<S>) =>
    closing.add(await starting, (server) => server.close());
  return {
    postgres: await keep(startPostgres({ maxConnections, more, tell })),
    redis: await keep(startRedis({ appendOnly, tell })),
    kafka: await keep(startKafka({ tell })),
  };
}

export type Seeded = {
  project: StackProject;
  sandbox: Sandbox;
  accounts: readonly [Account, ...Account[]];
};

export async function seedProject(
  { stack, management }: Pick<Subject, 'stack' | 'management'>,
  name: string,
  count: number,
): Promise<Seeded> {
  const project = await openProject(management, name);
  const sandbox = sandboxAt(stack.sandboxUrl);
  const [first, ...others] = await installAccounts(project, sandbox, count);
  if (!first) throw new Error('An experiment needs an account.');
  return { project, sandbox, accounts: [first, ...others] };
}
