import { randomBytes } from 'node:crypto';
import { managementHostFacts } from '@writ/contracts';
import { isContentFault, isUnavailable, newId, openDatabase } from '@writ/db';
import type { AccountLook } from '@writ/governor';
import { sitePages } from '@writ/docs';
import { createHttpApp, listen } from '@writ/http';
import type { JobQueue } from '@writ/job-queue';
import { createAppLogger, createClosing, createHealth, createMetrics, systemClock } from '@writ/service-kit';
import type { RedisLook } from '@writ/service-parts';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { openApiWitness, patientConnection, testDatabase } from '@writ/test-kit';
import { composeOperations } from '../compose.ts';
import { writing } from './writing.ts';

type Body = Record<string, unknown>;
type Answer = { status: number; body: Body };
type Scope = 'full' | 'operations:read' | 'operations:manage' | 'notifications:read';

/** The whole service on its own database, with verbs for tests. */
export type TestOperations = Awaited<ReturnType<typeof startOperations>>;

/** One project, `demo`; keys are named after their scopes. */
export async function startOperations({
  look = nothingKnown,
  lookAtRedis,
  lookLimitMs,
}: { look?: AccountLook; lookAtRedis?: RedisLook; lookLimitMs?: number } = {}) {
  const closing = createClosing();
  const server = closing.add(await testDatabase(), (opened) => opened.drop());
  const database = closing.add(
    openDatabase({ url: server.url, maxConnections: 16, applicationName: 'test', limits: patientConnection }),
    (opened) => opened.close(),
  );
  const { pool } = database;
  const logged: string[] = [];
  const logger = createAppLogger({ service: 'test', level: 'warn', write: (line) => logged.push(line) });
  const metrics = createMetrics({ service: 'test', defaults: false });
  const woken: string[] = [];
  const keyring = createKeyring(
    ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`).join(),
  );
  const secrets = projectSecrets(keyring, pool);
  const { endpoints, start } = composeOperations(
    {
      database,
      secrets,
      logger,
      metrics,
      laneQueues: queuesOf(woken),
      config: {
        PUBLIC_MANAGEMENT_URL: 'http://writ.test/v1',
        OPERATION_RETENTION_DAYS: 90,
        SENT_RETENTION_DAYS: 7,
        AUDIT_RETENTION_DAYS: 365,
      },
      lookAtAccount: (account) => look(account),
      ...(lookAtRedis && { lookAtRedis }),
      ...(lookLimitMs !== undefined && { lookLimitMs }),
      pokeRelay: () => undefined,
    },
    closing,
  );
  const project = { id: newId(), name: 'demo' };
  const app = createHttpApp({
    pages: sitePages({
      api: managementHostFacts,
      managementUrl: 'http://writ.test/v1',
      writeUrl: 'http://write.test/v1',
    }),
    endpoints,
    logger,
    metrics,
    clock: systemClock,
    isContentFault,
    isUnavailable,
    authentication: {
      findHolder: ({ text: scope }) =>
        Promise.resolve({ kind: 'apiKey', keyId: newId(), project, scopes: new Set([scope as Scope]) }),
      findProject: () => Promise.resolve(project),
      adminToken: 'admin-token',
    },
    problems: { catalogueUrl: 'http://writ.test/problems' },
    health: createHealth({ checkTimeoutMs: 1_000 }),
  });
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (opened) => opened.close());

  const witness = openApiWitness();
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    address: string,
    headers: Record<string, string>,
    json?: string,
  ): Promise<Answer> => {
    const answer = await fetch(address, {
      method,
      headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { body: json }),
    });
    const type = answer.headers.get('content-type');
    const text = await answer.text();
    const body = type === 'application/x-ndjson' ? text : (JSON.parse(text) as unknown);
    const seen = { status: answer.status, body: body as Body };
    await witness({ method, url: address, type, ...seen });
    return seen;
  };
  const call = (method: 'GET' | 'POST', path: string, key: Scope = 'full', body?: string): Promise<Answer> =>
    send(method, `${url}/v1/projects/demo${path}`, { 'x-api-key': key }, body);
  const erase = (path: string): Promise<Answer> =>
    send('DELETE', `${url}/v1/projects/demo${path}`, { 'x-api-key': 'full' });
  /** By an administrator, or with a key. */
  const callAsAdmin = (method: 'GET' | 'POST', path: string, key?: Scope): Promise<Answer> =>
    send(
      method,
      `${url}/v1${path}`,
      key === undefined ? { authorization: 'Bearer admin-token' } : { 'x-api-key': key },
    );
  return {
    pool,
    keyring,
    secrets,
    prisma: database.prisma,
    transaction: database.transaction,
    projectId: project.id,
    woken,
    logged,
    start,
    call,
    callAsAdmin,
    erase,
    ...writing(pool, project.id),
    close: () => closing.close(),
  };
}

/** Of accounts without calls. */
const nothingKnown: AccountLook = () => Promise.resolve({ breaker: { state: 'closed' } });

const queuesOf = (woken: string[]) => ({
  provider: recordingQueue(woken),
  destination: recordingQueue(woken),
});

function recordingQueue(woken: string[]): JobQueue {
  const wake = (laneId: string): Promise<boolean> => {
    woken.push(laneId);
    return Promise.resolve(true);
  };
  const unused = (): never => {
    throw new Error('This service only wakes.');
  };
  const later = (laneId: string): Promise<void> => wake(laneId).then(() => undefined);
  return {
    wake,
    wakeAfter: later,
    sweepWake: later,
    waitingMs: unused,
    tell: unused,
    work: unused,
    check: unused,
    facts: unused,
    close: unused,
  };
}
