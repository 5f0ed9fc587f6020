import { randomBytes } from 'node:crypto';
import { managementHostFacts } from '@writ/contracts';
import { openGovernor } from '@writ/governor';
import { isContentFault, isUnavailable, openDatabase } from '@writ/db';
import { sitePages } from '@writ/docs';
import { createHttpApp, listen, sessionCookie, type HttpAppOptions } from '@writ/http';
import { callerCredentials, createKeyring, createTokenReader, projectSecrets } from '@writ/tenancy';
import { createProviders } from '@writ/providers';
import { startSandboxCrm } from '@writ/sandbox-crm';
import { sandboxAddresses } from '@writ/providers';
import { createClosing, createServiceFrame, readEnvironment, systemClock } from '@writ/service-kit';
import { openApiWitness, patientConnection } from '@writ/test-kit';
import { openConnections } from '@writ/service-parts';
import { composeInstallations } from '../compose.ts';
import { variables } from '../config.ts';

export type Answer = { status: number; body: unknown; headers: Headers };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const adminToken = 'token-of-the-test-admin';

/** With the sandbox as providers, and a caller. */
export async function startService(
  server: { url: string; drop: () => Promise<void> },
  {
    maxConnections = 16,
    allowHosts = '',
    rateLimit,
  }: { maxConnections?: number; allowHosts?: string } & Pick<HttpAppOptions, 'rateLimit'> = {},
) {
  const closing = createClosing();
  closing.add(server, (opened) => opened.drop());
  const sandbox = closing.add(await startSandboxCrm({ port: 0 }), (opened) => opened.close());
  const encryptionKeys = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`).join(',');
  const config = readEnvironment(variables, {
    DATABASE_URL: server.url,
    ENCRYPTION_KEYS: encryptionKeys,
    ...sandboxAddresses(sandbox.url),
    SALESFORCE_ALLOW_HOSTS: allowHosts,
    PUBLIC_MANAGEMENT_URL: 'https://writ.test/v1',
    ADMIN_TOKEN: adminToken,
    TRUSTED_PROXIES: '127.0.0.1',
    CORS_ORIGINS: 'https://app.test',
  });
  const database = closing.add(
    openDatabase({ url: server.url, maxConnections, applicationName: 'test', limits: patientConnection }),
    (opened) => opened.close(),
  );
  const providers = closing.add(createProviders({ config, connectionsPerOrigin: 2 }), (opened) =>
    opened.close(),
  );
  const frame = createServiceFrame('installations', { LOG_LEVEL: 'error' });
  closing.add(frame.metrics, ({ registry }) => registry.clear());
  const secrets = projectSecrets(createKeyring(encryptionKeys), database.pool);
  let pokes = 0;
  const pokeRelay = (): void => void (pokes += 1);
  const connections = openConnections({ ...frame, database, secrets, providers }, closing);
  const governor = openGovernor(
    { ...frame, config, quotaPercentOf: () => undefined, most: 2, connections: 2 },
    closing,
  );
  const app = createHttpApp({
    ...frame,
    pages: sitePages({
      api: managementHostFacts,
      managementUrl: 'http://writ.test/v1',
      writeUrl: 'http://write.test/v1',
    }),
    ...composeInstallations({
      config,
      database,
      secrets,
      providers,
      connections,
      governor,
      pokeRelay,
    }),
    authentication: callerCredentials(database, {
      readToken: createTokenReader(() => systemClock.now()),
      adminToken,
    }),
    cookie: sessionCookie(config.PUBLIC_MANAGEMENT_URL),
    trustedProxies: config.TRUSTED_PROXIES,
    ...(rateLimit && { rateLimit }),
    problems: { catalogueUrl: 'https://writ.test/problems' },
    clock: systemClock,
    isContentFault,
    isUnavailable,
  });
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (opened) => opened.close());

  const witness = openApiWitness();
  const read = async (method: Method, answer: Response): Promise<Answer> => {
    const text = await answer.text();
    const type = answer.headers.get('content-type');
    const isJson = type?.includes('json') === true;
    const body: unknown = isJson ? JSON.parse(text) : text || undefined;
    await witness({ method, url: answer.url, status: answer.status, type, body });
    return { status: answer.status, body, headers: answer.headers };
  };
  /** Like a browser: without a credential. */
  const visit = async (path: string): Promise<Answer> => read('GET', await fetch(`${url}/v1${path}`));
  const send = async (
    method: Method,
    path: string,
    options: {
      key?: string;
      token?: string;
      /** Sends no administrators' token. */
      bare?: boolean;
      body?: unknown;
      headers?: Record<string, string>;
    } = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        ...options.headers,
        ...(options.key !== undefined && { 'X-Api-Key': options.key }),
        ...((options.token !== undefined || (options.key === undefined && !options.bare)) && {
          Authorization: `Bearer ${options.token ?? adminToken}`,
        }),
        ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    return read(method, answer);
  };
  const events = async (): Promise<{ type: string; data: Record<string, unknown> }[]> => {
    const { rows } = await database.pool.query<{ body: string }>('SELECT body FROM outbox ORDER BY seq');
    return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  };
  return {
    url,
    send,
    visit,
    events,
    database,
    databaseUrl: server.url,
    encryptionKeys,
    secrets,
    sandbox,
    pokes: () => pokes,
    close: () => closing.close(),
  };
}

export type TestService = Awaited<ReturnType<typeof startService>>;
