import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inTransaction } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  connectionsForCall,
  liveConnections,
  providerApps,
  sealCredentials,
  type ConnectionCredentials,
  type LiveConnections,
} from '@writ/installation';
import { createAppLogger } from '@writ/service-kit';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { eventually, startProcess, testActor } from '@writ/test-kit';
import { startWaiting } from '../testing/start-waiting.ts';
import { renewTokens } from './renew-tokens.ts';

let ground: Awaited<ReturnType<typeof startWaiting>>;
beforeEach(async () => {
  ground = await startWaiting(openLive);
});
afterEach(async () => {
  ground.sandbox.clearFaults();
  await ground.close();
});

const keys = `k1:${randomBytes(32).toString('base64')}`;
const keyring = createKeyring(keys);
const secretsOf = () => projectSecrets(keyring, ground.pool);
const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

const never = new AbortController().signal;

type Provider = 'hubspot' | 'salesforce';
type Setting = {
  provider?: Provider;
  status?: string;
  credentials?: Partial<ConnectionCredentials>;
  authScheme?: string;
  /** Of its access token; Salesforce does not say. */
  leftMs?: number;
  installed?: boolean;
  account?: string;
};

/** The project's app at both providers. */
const app = { clientId: 'client', clientSecret: 'client-secret', scopes: [] };
async function makeApps(projectId: string) {
  for (const provider of ['hubspot', 'salesforce'] as const)
    await providerApps(ground.database, secretsOf()).insert({ ...app, projectId, provider }, testActor);
}

/** Due for renewal. */
async function connect({
  provider = 'hubspot',
  status = 'working',
  credentials,
  authScheme = 'oauth2AuthorizationCode',
  leftMs = 600_000,
  installed = true,
  account,
}: Setting = {}) {
  const { pool, install, sandbox } = ground;
  const one = await install(status, account);
  const id = one.connectionId;
  const refreshToken = `sandbox-refresh-${provider}-${one.account}`;
  const sealed = sealCredentials(
    await secretsOf().sealer(one.projectId),
    { accessToken: `sandbox-${provider}-${one.account}`, refreshToken, ...credentials },
    id,
  );
  await pool.query(
    `UPDATE connection SET provider = $2, credentials = $3, auth_scheme = $4, renew_time = clock_timestamp(),
       expire_time = CASE WHEN $2 = 'hubspot' THEN clock_timestamp() + $5 * interval '1 ms' END,
       provider_metadata = $6 WHERE id = $1`,
    [id, provider, sealed, authScheme, leftMs, { instanceUrl: `${sandbox.url}/salesforce` }],
  );
  if (!installed) await pool.query('DELETE FROM installation WHERE connection_id = $1', [id]);
  const now = async () => {
    const { rows } = await pool.query<{
      status: string;
      renewal_error: string | null;
      credentials: string;
      due_in_ms: string | null;
    }>(
      `SELECT status, renewal_error, credentials, extract(epoch FROM renew_time - clock_timestamp()) * 1000 AS due_in_ms
       FROM connection WHERE id = $1`,
      [id],
    );
    return rows[0]!;
  };
  const events = async () => {
    const { rows } = await pool.query<{ body: string }>(
      'SELECT body FROM outbox WHERE key LIKE $1 ORDER BY seq',
      [`%${id}`],
    );
    return rows.map(({ body }) => JSON.parse(body) as { type: string; data: { errors?: string[] } });
  };
  const refreshes = () =>
    sandbox
      .journal({ provider })
      .filter((call) => call.path.endsWith('/token') && call.account === one.account);
  return { ...one, id, sealed, now, events, refreshes };
}

const isRenewed = async (one: Awaited<ReturnType<typeof connect>>) =>
  (await one.events()).some(({ type }) => type === 'connection.refreshed');

type Opening = Pick<typeof ground, 'database'> & Pick<Parameters<typeof liveConnections>[0], 'providers'>;

function openLive({ database, providers }: Opening): LiveConnections {
  const secrets = projectSecrets(keyring, database.pool);
  return liveConnections({
    database,
    secrets,
    providers,
    findConnection: connectionsForCall(database, secrets),
    announce: addToOutbox,
    random: () => 0,
    onSealedFast: () => undefined,
  });
}

function startRenewing(connections = openLive(ground), everyMs = 20) {
  const { pool, closing, providers } = ground;
  return closing.add(
    renewTokens({ pool, connections, providers, everyMs, random: () => 0.5, logger }),
    (rounds) => rounds.close(),
  );
}

const answerTokens = (then: { status: number; body?: unknown; headers?: Record<string, string> }) =>
  (['hubspot', 'salesforce'] as const).forEach((provider) =>
    ground.sandbox.setFault({ provider, match: { path: '/token' }, times: 1_000, then }),
  );

/** Of failed renewals; in one statement, or a renewal between would rest when due. */
const endRests = () =>
  inTransaction(ground.pool, async (tx) => {
    await tx.query('UPDATE connection SET renew_time = clock_timestamp()');
    await tx.query('UPDATE token_refresh SET until = clock_timestamp()');
  });

test.each(['hubspot', 'salesforce'] as const)(
  'a token of %s is renewed ahead of its end, is announced, and the next renewal is planned',
  async (provider) => {
    const one = await connect({ provider });
    await makeApps(one.projectId);
    startRenewing();
    await eventually(() => isRenewed(one));
    await eventually(async () => (await one.now()).due_in_ms !== null);
    // Half of the last third of 30 min, or of the assumed two hours, without two minutes for calls.
    const lifeMs = (provider === 'hubspot' ? 30 : 120) * 60_000 - 120_000;
    const dueMs = Number((await one.now()).due_in_ms);
    expect(dueMs).toBeGreaterThan(lifeMs / 2);
    expect(dueMs).toBeLessThan(lifeMs);
    expect(one.refreshes()).toHaveLength(1);
  },
);

test('a client of its own is renewed, too', async () => {
  const one = await connect({
    provider: 'salesforce',
    authScheme: 'oauth2ClientCredentials',
    credentials: { clientId: 'own', clientSecret: 'own' },
  });
  startRenewing();
  await eventually(() => isRenewed(one));
});

test('no dead, unverified or unused connection is renewed, nor one without a refresh', async () => {
  const left = [
    await connect({ status: 'bad_credentials' }),
    await connect({ status: 'unverified' }),
    await connect({ installed: false }),
    await connect({ authScheme: 'apiKey' }),
  ];
  const used = await connect();
  await makeApps(used.projectId);
  startRenewing();
  await eventually(() => isRenewed(used));
  // First due first.
  const last = await connect();
  await eventually(() => isRenewed(last));
  expect((await Promise.all(left.map(isRenewed))).some(Boolean)).toBe(false);
  expect(await Promise.all(left.map(async ({ now }) => (await now()).credentials))).toEqual(
    left.map(({ sealed }) => sealed),
  );
});

test('an early renewal that fails in passing changes nothing of the connection, and is tried again', async () => {
  const one = await connect();
  await makeApps(one.projectId);
  answerTokens({ status: 503 });
  const connections = openLive(ground);
  startRenewing(connections);
  await eventually(
    async () => (await ground.pool.query('SELECT FROM token_refresh WHERE failures > 0')).rowCount === 1,
  );
  expect(await one.now()).toMatchObject({ status: 'working', renewal_error: null, credentials: one.sealed });
  expect(await one.events()).toEqual([]);
  // The valid token is used.
  expect(await connections.find(one.id, never)).toMatchObject({ kind: 'usable' });
  ground.sandbox.clearFaults();
  await endRests();
  await eventually(() => isRenewed(one));
});

test('of many that are due at once, a bounded number is renewed at the same time, all of them in the end', async () => {
  const all = await Promise.all(Array.from({ length: 45 }, () => connect()));
  await makeApps(all[0]!.projectId);
  let [running, most] = [0, 0];
  const connections = openLive(ground);
  startRenewing({
    ...connections,
    renewAhead: async (id, signal) => {
      running += 1;
      most = Math.max(most, running);
      return connections.renewAhead(id, signal).finally(() => (running -= 1));
    },
  });
  await eventually(async () => (await Promise.all(all.map(isRenewed))).every(Boolean));
  expect(most).toBeLessThanOrEqual(20);
});

test('a shutdown waits for a renewal that was begun, and begins none', async () => {
  const [one, other] = [await connect(), await connect()];
  await makeApps(one.projectId);
  // Another process renews it, or has died.
  await ground.pool.query(
    `INSERT INTO token_refresh (connection_id, holder, until)
     VALUES ($1, gen_random_uuid(), clock_timestamp() + interval '1 h')`,
    [other.id],
  );
  ground.sandbox.setFault({ provider: 'hubspot', match: { path: '/token' }, then: 'hold' });
  const connections = openLive(ground);
  const rounds = startRenewing(connections);
  await eventually(() => Promise.resolve(one.refreshes().length === 1));
  await rounds.close();
  const closed = connections.close();
  ground.sandbox.clearFaults();
  await closed;
  expect(await isRenewed(one)).toBe(true);
  expect(await connections.renewAhead(other.id, never)).toMatchObject({ kind: 'failed' });
  expect(other.refreshes()).toEqual([]);
});

const main = join(import.meta.dirname, '../testing/dies-with-new-tokens.main.ts');

test.each([
  ['another process renews it', false, 'connection.refreshed', 'working'],
  ['of a token that rotates the customer is asked to reconnect', true, 'connection.error', 'bad_credentials'],
] as const)(
  'where a process is killed between the answer and its commit, %s',
  async (_, rotateRefreshTokens, event, status) => {
    const one = await connect();
    await makeApps(one.projectId);
    ground.sandbox.settings('hubspot', one.account, { rotateRefreshTokens });
    const dying = await startProcess({
      command: process.execPath,
      args: [main, ground.databaseUrl, ground.sandbox.url, keys, one.id],
    });
    expect(await dying.waitForExit()).toMatchObject({ signal: 'SIGKILL' });
    expect(one.refreshes().map((call) => call.status)).toEqual([200]);
    startRenewing();
    await eventually(async () => Number((await one.now()).due_in_ms) > 0);
    expect((await one.now()).credentials).toBe(one.sealed);
    await endRests();
    await eventually(async () => (await one.events()).length > 0);
    expect((await one.events()).map(({ type }) => type)).toEqual([event]);
    expect(await one.now()).toMatchObject({ status });
  },
);

const plans = {
  hubspot: { objectName: 'contacts', fields: { lastname: 'Lovelace' } },
  salesforce: { objectName: 'Contact', fields: { LastName: 'Lovelace' } },
} as const;

/** With an expired token and an accepted write. */
async function withWrite(setting: Setting = {}) {
  const { provider = 'hubspot' } = setting;
  const one = await connect({ leftMs: -1, credentials: { accessToken: 'stale' }, ...setting });
  await ground.pool.query(
    `UPDATE connection SET renew_time = clock_timestamp() + interval '1 h' WHERE id = $1`,
    [one.id],
  );
  const { projectId, integrationId, installationId, configId, connectionId, account, laneId } = one;
  const target = { projectId, integrationId, installationId, configId, connectionId, account, laneId };
  const { objectName, fields } = plans[provider];
  const write = () =>
    ground.accept({ ...target, groupRef: 'acme', provider }, { provider, objectName, records: [{ fields }] });
  const id = await write();
  return { ...one, write, view: () => ground.find(id) };
}

const refusedClient = {
  kind: 'unauthorized',
  sent: 'rejected',
  retryable: false,
  message: 'unknown client',
} as const;

const unavailable = { reason: 'connection', until: expect.any(Date) as unknown };

test('while the token address is away a write waits for the connection after one try, and goes on by itself', async () => {
  const one = await withWrite();
  await makeApps(one.projectId);
  answerTokens({ status: 503, body: { message: 'Down for maintenance' } });
  await ground.work(one.laneId);
  expect(await one.view()).toMatchObject({
    status: 'in_progress',
    attempt: 1,
    waiting: unavailable,
    lastFault: expect.stringMatching(/^The access token could not be renewed: Down for maintenance/),
  });
  // A new write waits without a request.
  const later = await one.write();
  await ground.work(one.laneId);
  expect(await ground.find(later)).toMatchObject({ attempt: 1, waiting: unavailable });
  expect(one.refreshes()).toHaveLength(1);
  ground.startReleasing();
  startRenewing();
  await endRests();
  await eventually(() => Promise.resolve(one.refreshes().length > 1));
  expect(await one.view()).toMatchObject({ attempt: 1, waiting: unavailable });
  ground.sandbox.clearFaults();
  await endRests();
  await eventually(() => ground.woken.includes(one.laneId));
  await ground.work(one.laneId);
  expect(await one.view()).toMatchObject({ status: 'success', attempt: 2 });
  expect(await ground.find(later)).toMatchObject({ status: 'success' });
});

test.each(['hubspot', 'salesforce'] as const)(
  'after one 401 of %s and a failed renewal a write waits until the next one fails, and then uses the token again',
  async (provider) => {
    const one = await withWrite({ provider, leftMs: 600_000, credentials: {} });
    await makeApps(one.projectId);
    answerTokens({ status: 503 });
    ground.sandbox.setFault({ provider, account: one.account, times: 1, then: { status: 401 } });
    await ground.work(one.laneId);
    expect(await one.view()).toMatchObject({ status: 'in_progress', attempt: 1, waiting: unavailable });
    ground.startReleasing();
    // The releasing worker has run: it released a write with a working connection.
    const other = await withWrite({ status: 'bad_credentials' });
    await ground.work(other.laneId);
    await ground.pool.query(`UPDATE connection SET status = 'working' WHERE id = $1`, [other.id]);
    await eventually(() => ground.woken.includes(other.laneId));
    expect(await one.view()).toMatchObject({ attempt: 1, waiting: unavailable });
    startRenewing();
    await endRests();
    await eventually(() => ground.woken.includes(one.laneId));
    await ground.work(one.laneId);
    expect(await one.view()).toMatchObject({ status: 'success', attempt: 2 });
    expect((await one.now()).credentials).toBe(one.sealed);
  },
);

const refusals: [string, Provider, { status: number; body?: unknown }][] = [
  ['invalid_client of Salesforce', 'salesforce', { status: 400, body: { error: 'invalid_client' } }],
  ['invalid_client_id of Salesforce', 'salesforce', { status: 400, body: { error: 'invalid_client_id' } }],
  ['BAD_CLIENT_ID of HubSpot', 'hubspot', { status: 400, body: { status: 'BAD_CLIENT_ID' } }],
  ['a 401 of HubSpot', 'hubspot', { status: 401, body: { message: 'Who are you?' } }],
  ['a 403 of Salesforce', 'salesforce', { status: 403, body: '<html>No</html>' }],
];

test.each(refusals)(
  'after %s each connection of the app says so once, its writes wait, and all go on once the app is right',
  async (_, provider, then) => {
    const all = [await withWrite({ provider }), await withWrite({ provider })];
    const [one] = all;
    const apps = providerApps(ground.database, secretsOf());
    await makeApps(one!.projectId);
    answerTokens(then);
    const unused = await connect({ provider, installed: false });
    const connections = openLive(ground);
    for (const { id } of [...all, unused]) await connections.renewAhead(id, never);
    expect((await unused.now()).renewal_error).not.toBeNull();
    startRenewing(connections);
    await endRests();
    await eventually(() => Promise.resolve(all.every(({ refreshes }) => refreshes().length > 1)));
    for (const { laneId, view, now, events } of all) {
      await ground.work(laneId);
      expect(await view()).toMatchObject({ status: 'in_progress', attempt: 1, waiting: unavailable });
      expect(await now()).toMatchObject({
        status: 'working',
        renewal_error: expect.stringContaining('the CRM rejects the provider app'),
      });
      expect((await events()).map(({ type }) => type)).toEqual(['connection.error']);
    }
    ground.startReleasing();
    ground.sandbox.clearFaults();
    const listed = await apps.list(one!.projectId);
    const own = listed.find((other) => other.provider === provider)!;
    await apps.change(one!.projectId, own.id, { clientSecret: 'the right one' }, testActor);
    for (const { laneId, view, now, events } of all) {
      await eventually(() => ground.woken.includes(laneId));
      await ground.work(laneId);
      expect(await view()).toMatchObject({ status: 'success' });
      expect(await now()).toMatchObject({ status: 'working', renewal_error: null });
      expect((await events()).map(({ type }) => type)).toEqual(
        ['connection.error', 'connection.refreshed', 'write.async.done'].slice(0, 2),
      );
    }
  },
);

test('once its refused app is deleted a connection shows no error, its writes try their token, and a new app renews it', async () => {
  const one = await withWrite();
  const apps = providerApps(ground.database, secretsOf());
  await makeApps(one.projectId);
  answerTokens({ status: 400, body: { status: 'BAD_CLIENT_ID' } });
  await ground.work(one.laneId);
  expect(await one.view()).toMatchObject({ attempt: 1, waiting: unavailable });
  expect((await one.now()).renewal_error).not.toBeNull();
  ground.startReleasing();
  startRenewing();
  const [refused] = (await apps.list(one.projectId)).filter(({ provider }) => provider === 'hubspot');
  await apps.remove(one.projectId, refused!.id, testActor);
  await eventually(() => ground.woken.includes(one.laneId));
  expect(await one.now()).toMatchObject({ status: 'working', renewal_error: null });
  expect((await ground.pool.query('SELECT FROM token_refresh')).rowCount).toBe(0);
  await ground.work(one.laneId);
  // The provider refused the expired token: retried until the deadline.
  expect(await one.view()).toMatchObject({ status: 'in_progress', attempt: 2 });
  ground.sandbox.clearFaults();
  await apps.insert({ ...app, provider: 'hubspot', projectId: one.projectId }, testActor);
  await eventually(() => isRenewed(one));
  await ground.work(one.laneId);
  expect(await one.view()).toMatchObject({ status: 'success' });
});

test('a refusal that arrives after its app was deleted leaves no error, and no wait', async () => {
  const one = await withWrite();
  const apps = providerApps(ground.database, secretsOf());
  await makeApps(one.projectId);
  const [deleted] = (await apps.list(one.projectId)).filter(({ provider }) => provider === 'hubspot');
  const adapterFor = () => ({
    refreshToken: async () => {
      await apps.remove(one.projectId, deleted!.id, testActor);
      return { kind: 'failed' as const, fault: refusedClient, dead: false, clientRefused: true as const };
    },
  });
  await openLive({ ...ground, providers: { adapterFor } }).renewAhead(one.id, never);
  expect((await one.now()).renewal_error).not.toBeNull();
  startRenewing();
  await eventually(async () => (await one.now()).renewal_error === null);
  expect((await ground.pool.query('SELECT FROM token_refresh')).rowCount).toBe(0);
});

test('unused connections that are due keep no renewal waiting, and are set aside for an hour', async () => {
  const used = await connect();
  await makeApps(used.projectId);
  const unused = await connect({ installed: false });
  await ground.pool.query(
    `INSERT INTO connection SELECT (jsonb_populate_record(c, jsonb_build_object(
       'id', gen_random_uuid(), 'renew_time', clock_timestamp() - interval '1 h'))).*
     FROM connection c, generate_series(1, 2500) WHERE c.id = $1`,
    [unused.id],
  );
  // The next round would come in an hour.
  startRenewing(openLive(ground), 3_600_000);
  await eventually(() => isRenewed(used));
  await eventually(async () => Number((await unused.now()).due_in_ms) > 3_000_000);
  const due = `SELECT FROM connection WHERE renew_time < clock_timestamp() + interval '50 min' AND id <> $1`;
  await eventually(async () => (await ground.pool.query(due, [used.id])).rowCount === 0);
});

test("a refused client of the connection's own is no fault of the app", async () => {
  const one = await withWrite({
    provider: 'salesforce',
    authScheme: 'oauth2ClientCredentials',
    credentials: { clientId: 'own', clientSecret: 'own' },
  });
  answerTokens({ status: 401, body: '<html>Who are you?</html>' });
  await openLive(ground).renewAhead(one.id, never);
  expect(await one.now()).toMatchObject({ status: 'working', renewal_error: null });
  expect(await one.events()).toEqual([]);
});
