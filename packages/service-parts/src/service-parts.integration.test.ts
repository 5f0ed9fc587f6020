import { expect, test } from '@jest/globals';
import { createMetricsApp, endpoint, noContent } from '@writ/http';
import {
  createAppLogger,
  createClosing,
  createServiceFrame,
  EnvironmentError,
  StartError,
} from '@writ/service-kit';
import { apiKeys, createKeyring, projects, SealedError } from '@writ/tenancy';
import { eventually, testActor, testDatabase } from '@writ/test-kit';
import {
  beReady,
  changesLook,
  lookAt,
  managementApp,
  openCheckedDatabase,
  openHost,
  openMetrics,
  warnOfMissingKeys,
} from './index.ts';

const pool = { maxConnections: 2, applicationName: 'test' };
const facts = {
  PUBLIC_MANAGEMENT_URL: 'http://management.test/v1',
  PUBLIC_WRITE_URL: 'http://write.test/v1',
  SUPPORT_EMAIL: undefined,
  SUPPORT_PHONE: undefined,
  SUPPORT_URL: undefined,
  RATE_LIMIT_PER_KEY: 2,
  RATE_LIMIT_PER_PROJECT: 1_000,
  RATE_LIMIT_PER_GROUP: undefined,
  REDIS_URL: undefined,
  ADMIN_TOKEN: 'test-admin',
  CORS_ORIGINS: [],
};

test('without Postgres a start ends in one sentence, and what was opened is closed', async () => {
  const closing = createClosing();
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  const url = 'postgres://nobody@127.0.0.1:9/none';
  const opening = openCheckedDatabase(frame, { ...pool, url }, closing);
  await expect(opening).rejects.toThrow(StartError);
  await expect(opening).rejects.toThrow(/^Postgres cannot be used \(.+\)\. Check DATABASE_URL/);
  await closing.close();
});

test('a process is not ready, and says why, while Postgres refuses its changes', async () => {
  const own = await testDatabase();
  const closing = createClosing();
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  const database = await openCheckedDatabase(frame, { ...pool, url: own.url }, closing);
  const readiness = async () => (await frame.health.readiness()).dependencies['postgres'];
  const refusal = { ok: false, required: true, detail: 'Postgres takes no changes: its disk is full.' };
  expect(await readiness()).toEqual({ ok: true, required: true });
  await own.pool.query(`
    CREATE TABLE rows (id int);
    CREATE FUNCTION full_disk() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE disk_full; END $$;
    CREATE FUNCTION full_table() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
    CREATE TRIGGER full_table BEFORE INSERT ON rows EXECUTE FUNCTION full_table();
    CREATE EVENT TRIGGER full_disk ON ddl_command_start EXECUTE FUNCTION full_disk()`);
  await expect(database.pool.query('INSERT INTO rows VALUES (1)')).rejects.toThrow();
  await eventually(async () => expect(await readiness()).toEqual(refusal));
  expect(await lookAt([changesLook(database)], 5_000)).toEqual([
    { code: 'postgres-read-only', detail: 'changes: Postgres takes no changes: its disk is full.' },
  ]);
  await own.pool.query('ALTER EVENT TRIGGER full_disk DISABLE');
  await eventually(async () => expect(await readiness()).toEqual({ ok: true, required: true }));
  await closing.close();
  await own.drop();
});

test('without tables a start ends in one sentence; a process that makes them goes on', async () => {
  const own = await testDatabase();
  await own.pool.query('ALTER TABLE _prisma_migrations RENAME TO away');
  const closing = createClosing();
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  const options = { ...pool, url: own.url };
  const refused = openCheckedDatabase(frame, options, closing);
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow('run `npm run admin -- migrate` first');
  const migrate = async () => {
    await own.pool.query('ALTER TABLE away RENAME TO _prisma_migrations');
  };
  await openCheckedDatabase(frame, { ...options, migrate }, closing);
  await closing.close();
  await own.drop();
});

test('an address to listen at that is none of this machine is a fault of the variable that it is from', async () => {
  const closing = createClosing();
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  // For documentation alone (RFC 5737): no machine has it.
  const strange = '192.0.2.1';
  const metrics = openMetrics(frame, { METRICS_PORT: 0, METRICS_HOST: strange }, closing);
  await expect(metrics).rejects.toThrow(EnvironmentError);
  await expect(metrics).rejects.toThrow(`METRICS_HOST: "${strange}" is no address of this machine`);
  const host = openHost(createMetricsApp(frame.metrics), { port: 0, host: strange }, closing);
  await expect(host).rejects.toThrow(`LISTEN_HOST: "${strange}" is no address of this machine`);
  await closing.close();
});

test('a host knows its callers, tells whether Postgres answers, and stops being ready before it closes', async () => {
  const own = await testDatabase();
  const closing = createClosing();
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  const database = await openCheckedDatabase(frame, { ...pool, url: own.url }, closing);
  const sealedFast = endpoint({
    method: 'get',
    path: '/sealed-fast',
    summary: 'Needs a key that is missing',
    access: 'public',
    answers: { 204: null },
    handle: () => Promise.reject(new SealedError('no key')),
  });
  const app = managementApp({ ...frame, config: facts, database, endpoints: [sealedFast] }, closing);
  const { url } = await openHost(app, { port: 0, host: '127.0.0.1' }, closing);
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  let whileClosing: number | undefined;
  closing.add(undefined, async () => {
    whileClosing = await statusOf('/readyz');
  });
  const metricsUrl = await openMetrics(frame, { METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' }, closing);
  beReady(frame, { message: 'listens', url, metricsUrl }, closing);
  await eventually(async () => expect(await statusOf('/readyz')).toBe(200));
  expect(await statusOf('/metrics')).toBe(404);
  expect(await statusOf('/v1/sealed-fast')).toBe(503);
  expect(await (await fetch(metricsUrl)).text()).toContain('process_cpu');
  await closing.close();
  expect(whileClosing).toBe(503);
  await expect(statusOf('/livez')).rejects.toThrow();
  await own.drop();
});

test('a key that asks a host too often is told when to come back; others, and administrators, are not', async () => {
  const own = await testDatabase();
  const closing = createClosing();
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  const database = await openCheckedDatabase(frame, { ...pool, url: own.url }, closing);
  const hello = endpoint({
    method: 'get',
    path: '/hello',
    summary: 'Say nothing',
    access: 'known',
    answers: { 204: null },
    handle: () => Promise.resolve(noContent()),
  });
  const app = managementApp({ ...frame, config: facts, database, endpoints: [hello] }, closing);
  const { url } = await openHost(app, { port: 0, host: '127.0.0.1' }, closing);
  const project = await projects(database).insert({ name: 'p', appName: 'P' }, testActor);
  if (project === 'name-taken') throw new Error('the database is new');
  const keyOf = async (label: string) => {
    const given = { projectId: project.id, label, scopes: ['full'] } as const;
    const { key } = await apiKeys(database).insert(given, testActor);
    return { 'X-Api-Key': key };
  };
  const ask = (headers: Record<string, string>) => fetch(`${url}/v1/hello`, { headers });
  const busy = await keyOf('busy');
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(busy)));
  const refused = answers.find(({ status }) => status === 429);
  expect(await refused?.json()).toMatchObject({ title: 'Too many requests', retryable: true });
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect((await ask(await keyOf('other'))).status).toBe(204);
  const admin = { Authorization: 'Bearer test-admin' };
  const all = await Promise.all(Array.from({ length: 100 }, () => ask(admin)));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([204]));
  await closing.close();
  await own.drop();
});

test('a start warns once of secrets whose key is missing or another, counts them by key, and goes on', async () => {
  const own = await testDatabase();
  const lines: string[] = [];
  const logger = createAppLogger({ service: 'test', level: 'warn', write: (line) => lines.push(line) });
  const keyring = createKeyring(`k2:${Buffer.alloc(32).toString('base64')}`);
  const warn = async () => {
    const closing = createClosing();
    warnOfMissingKeys({ database: own, logger, keyring }, closing);
    await closing.close();
  };
  const message = () => lines.map((line) => (JSON.parse(line) as { message: string }).message);
  await warn();
  expect(lines).toEqual([]);
  await own.pool.query(
    `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials)
     SELECT gen_random_uuid(), gen_random_uuid(), 'hubspot', 'acme', '1', 'apiKey', 'v1:' || key || ':a:b:c'
     FROM unnest(ARRAY['k1', 'k1', 'k2', 'k0']) AS given (key)`,
  );
  await own.pool.query(
    `INSERT INTO project_key (id, project_id, number, sealed)
     SELECT gen_random_uuid(), gen_random_uuid(), 1, 'v1:' || key || ':a:b:c' FROM unnest(ARRAY['k1', 'k2']) AS given (key)`,
  );
  await warn();
  expect(message()).toEqual([
    '0 data keys and 1 other secrets are sealed with k0, which is missing; 1 data keys and 2 other secrets are sealed with k1, which is missing; 1 data keys and 1 other secrets are sealed with k2, which is another key here. Restore it in ENCRYPTION_KEYS.',
  ]);
  await own.pool.query('DROP TABLE provider_app');
  await warn();
  expect(message()[1]).toBe('the check for missing encryption keys failed');
  await own.drop();
});

test('keys show how they begin and, once the process has stored it, when they or tokens of theirs were used', async () => {
  const own = await testDatabase();
  const closing = createClosing();
  const frame = createServiceFrame('test', { LOG_LEVEL: 'error' });
  const database = await openCheckedDatabase(frame, { ...pool, url: own.url }, createClosing());
  const project = await projects(database).insert({ name: 'demo', appName: 'Demo' }, testActor);
  if (project === 'name-taken') throw new Error('the database is new');
  const keys = apiKeys(database);
  const make = (label: string) =>
    keys.insert({ projectId: project.id, label, scopes: ['frontend'] }, testActor);
  const [used, unused] = [await make('used'), await make('unused')];
  const hello = endpoint({
    method: 'get',
    path: '/hello',
    summary: 'Say nothing',
    access: 'known',
    answers: { 204: null },
    handle: () => Promise.resolve(noContent()),
  });
  const app = managementApp({ ...frame, config: facts, database, endpoints: [hello] }, closing);
  const { url } = await openHost(app, { port: 0, host: '127.0.0.1' }, closing);
  const answer = await fetch(`${url}/v1/hello`, { headers: { 'X-Api-Key': used.key } });
  expect(answer.status).toBe(204);
  await closing.close();
  const listed = await keys.list({ projectId: project.id });
  expect(listed.map(({ id, lastUsedTime }) => [id, lastUsedTime])).toEqual([
    [used.id, expect.any(Date)],
    [unused.id, null],
  ]);
  expect(used.key.startsWith(`${listed[0]?.prefix}`)).toBe(true);
  expect(listed[0]?.prefix).toMatch(/^writ_frontend_\w{4}$/);
  await database.close();
  await own.drop();
});
