import { randomBytes } from 'node:crypto';
import { managementHostFacts } from '@writ/contracts';
import { CommitUnknownError, isContentFault, isUnavailable, newId, openDatabase } from '@writ/db';
import { directBus, startRelay, type EventBus } from '@writ/event-bus';
import { sitePages } from '@writ/docs';
import { createHttpApp, listen, type Project } from '@writ/http';
import { openTestQueue } from '@writ/job-queue/testing';
import {
  createAppLogger,
  createClosing,
  createHealth,
  createMetrics,
  readEnvironment,
  systemClock,
  type Clock,
} from '@writ/service-kit';
import { projectSecrets } from '@writ/tenancy';
import { openApiWitness, patientConnection } from '@writ/test-kit';
import { request } from 'undici';
import { composeNotification } from '../compose.ts';
import { variables, type Config } from '../config.ts';
import type { PullTimes } from '../pulling/open-pulling.ts';

type Answer = { status: number; type: string; body: Record<string, unknown>; link: unknown };

/** The whole service on real servers, with verbs for tests. */
export type TestNotification = Awaited<ReturnType<typeof startNotification>>;

/**
 * By default with a bus that hands events on directly. Two projects have keys: `demo`, with a key per scope, and
 * `other`.
 */
export async function startNotification(
  servers: { databaseUrl: string; redis: { url: string; prefix: string } },
  options: {
    environment?: Record<string, string>;
    clock?: Clock;
    attemptLimitMs?: number;
    pullTimes?: Partial<PullTimes>;
    bus?: EventBus;
    /** From another process of the service. */
    projects?: Projects;
  } = {},
) {
  const closing = createClosing();
  const { clock = systemClock, attemptLimitMs, pullTimes } = options;
  const config = testConfig(servers, options.environment ?? {});
  const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
  const metrics = createMetrics({ service: 'test', defaults: false });
  const url = servers.databaseUrl;
  const database = closing.add(
    openDatabase({ url, maxConnections: 16, applicationName: 'test', limits: patientConnection }),
    (d) => d.close(),
  );
  const { bus = directBus({ logger }) } = options;
  const relay = closing.add(startRelay({ pool: database.pool, bus, logger, pollMs: 20 }), (r) => r.close());
  const { url: redisUrl, prefix } = servers.redis;
  const queue = async (name: string) =>
    closing.add(await openTestQueue({ backend: { redisUrl }, name, logger, prefix }), (q) => q.close());
  const laneQueues = { usual: await queue('usual'), troubled: await queue('troubled') };
  const secrets = projectSecrets(config.ENCRYPTION_KEYS, database.pool);
  const { endpoints, start } = composeNotification(
    {
      config,
      database,
      laneQueues,
      bus,
      clock,
      logger,
      metrics,
      secrets,
      pokeRelay: () => relay.poke(),
      random: () => 0.5,
      ...(attemptLimitMs !== undefined && { attemptLimitMs }),
      ...(pullTimes && { pullTimes }),
    },
    closing,
  );
  const projects = options.projects ?? {
    demo: { id: newId(), name: 'demo' },
    other: { id: newId(), name: 'other' },
  };
  const rows = Object.values(projects).map((project) => ({ ...project, appName: 'Test' }));
  await database.prisma.project.createMany({ data: rows, skipDuplicates: true });
  const app = createHttpApp({
    pages: sitePages({
      api: managementHostFacts,
      managementUrl: 'http://writ.test/v1',
      writeUrl: 'http://write.test/v1',
    }),
    endpoints,
    logger,
    metrics,
    clock,
    isContentFault,
    isUnavailable,
    isOutcomeUnknown: (error) => error instanceof CommitUnknownError,
    authentication: testKeys(projects),
    problems: { catalogueUrl: 'http://docs.test/problems' },
    health: createHealth({ checkTimeoutMs: 1_000 }),
  });
  const server = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (s) => s.close());
  await start();

  const witness = openApiWitness();
  const call = (method: Method, path: string, body?: unknown, key = 'manage'): Promise<Answer> => {
    const project = key === 'foreign' ? 'other' : 'demo';
    return send(method, `/projects/${project}${path}`, { 'x-api-key': key }, body);
  };
  const send = async (
    method: Method,
    path: string,
    credential: Record<string, string>,
    body?: unknown,
  ): Promise<Answer> => {
    const address = `${server.url}/v1${path}`;
    const answer = await request(address, {
      method,
      headers: { ...credential, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    const seen = {
      status: answer.statusCode,
      type: String(answer.headers['content-type']),
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
    await witness({ method, url: address, ...seen });
    return { ...seen, link: answer.headers['link'] };
  };
  return {
    call,
    /** By an administrator, or with a key. */
    callAsAdmin: (method: Method, path: string, key?: string): Promise<Answer> =>
      send(method, path, key === undefined ? { authorization: 'Bearer admin-token' } : { 'x-api-key': key }),
    projects,
    database,
    secrets,
    metrics,
    bus,
    url: server.url,
    close: () => closing.close(),
  };
}

type Projects = Record<'demo' | 'other', Project>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

function testConfig(
  { databaseUrl, redis }: { databaseUrl: string; redis: { url: string } },
  environment: Record<string, string>,
): Config {
  return readEnvironment(variables, {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    KAFKA_BROKERS: 'unused:9092',
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    DESTINATION_ALLOW_HTTP: 'true',
    DESTINATION_ALLOW_CIDRS: '127.0.0.1',
    DELIVERY_SCHEDULE_SECONDS: '0.05,0.05',
    ...environment,
  });
}

function testKeys({ demo, other }: Projects) {
  const key = (
    project: Project,
    ...scopes: readonly ('full' | 'notifications:read' | 'events:publish')[]
  ) => ({ kind: 'apiKey' as const, keyId: newId(), project, scopes: new Set(scopes) });
  const keys = new Map([
    ['manage', key(demo, 'full')],
    ['read', key(demo, 'notifications:read')],
    ['publish', key(demo, 'events:publish')],
    ['foreign', key(other, 'full')],
  ]);
  return {
    findHolder: ({ text }: { text: string }) => Promise.resolve(keys.get(text)),
    findProject: () => Promise.resolve(undefined),
    adminToken: 'admin-token',
  };
}
