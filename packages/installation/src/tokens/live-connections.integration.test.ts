import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newId, openDatabase, type Database, type Prisma } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { createProviders, sandboxConfig, type Providers } from '@writ/providers';
import { startSandboxCrm, type SandboxCrm } from '@writ/sandbox-crm';
import { behindRow, patientConnection, testActor, testDatabase, type TestDatabase } from '@writ/test-kit';
import type { ProviderFault } from '@writ/write-core';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import {
  changeConnection,
  connectionsForCall,
  findConnection,
  hasRevocations,
  holdConnection,
  liveConnections,
  insertConnection,
  providerApps,
  removeConnection,
  revokeGrants,
  sealCredentials,
  type Connection,
  type LiveConnection,
} from '../index.ts';
import type { RefreshRequest, RefreshResult } from './live-connection.ts';

type Provider = 'hubspot' | 'salesforce';
type Setting = {
  provider?: Provider;
  expireTime?: Date | null;
  app?: boolean;
  refreshToken?: string;
  instanceUrl?: string;
  /** Its credentials are a key, which cannot be renewed. */
  withoutRefresh?: boolean;
  /** The id of a client of its own. */
  client?: string;
};

const keyring = createKeyring(`k1:${randomBytes(32).toString('base64')}`);
const past = new Date(0);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const never = new AbortController().signal;

let server: TestDatabase;
let sandbox: SandboxCrm;
let providers: Providers;
let databases: Database[];
beforeAll(async () => {
  server = await testDatabase();
  sandbox = await startSandboxCrm({ port: 0 });
  providers = createProviders({
    config: sandboxConfig(sandbox.url),
    connectionsPerOrigin: 8,
  });
  databases = ['one', 'two'].map((applicationName) =>
    openDatabase({ url: server.url, maxConnections: 4, applicationName, limits: patientConnection }),
  );
});
afterEach(() => sandbox.clearFaults());
afterAll(async () => {
  await providers.close();
  await sandbox.close();
  await Promise.all(databases.map((database) => database.close()));
  await server.drop();
});

const sealedFast: [connectionId: string, message: string][] = [];
const onSealedFast = (id: string, { message }: Error): void => void sealedFast.push([id, message]);

const first = (): Database => databases[0]!;
const secretsOf = ({ pool }: Database) => projectSecrets(keyring, pool);
type Deps = Parameters<typeof liveConnections>[0];
const live = (
  database: Database,
  announce: Deps['announce'] = addToOutbox,
  asking: Deps['providers'] = providers,
) =>
  liveConnections({
    database,
    secrets: secretsOf(database),
    providers: asking,
    announce,
    random: () => 0,
    onSealedFast,
    findConnection: connectionsForCall(database, secretsOf(database)),
  });

/** `meanwhile` happens between an answer and its use. */
const answering = (meanwhile: () => Promise<unknown>): Deps['providers'] => ({
  adapterFor: (name) => ({
    refreshToken: async (request) => {
      const result = await providers.adapterFor(name)!.refreshToken(request);
      await meanwhile();
      return result;
    },
  }),
});

/** A connection to an account of its own, with a token that the provider does not know. */
async function connect({
  provider = 'hubspot',
  expireTime = past,
  app = true,
  refreshToken,
  instanceUrl,
  withoutRefresh = false,
  client,
}: Setting = {}) {
  const [projectId, id, account] = [newId(), newId(), newId()];
  const sealer = () => secretsOf(first()).sealer(projectId);
  if (app) {
    const own = { clientId: 'client', clientSecret: 'client-secret' };
    await providerApps(first(), secretsOf(first())).insert(
      { projectId, provider, scopes: [], ...own },
      testActor,
    );
  }
  const given = {
    accessToken: 'stale',
    ...(client !== undefined && { clientId: client, clientSecret: 'own-secret' }),
    ...(!withoutRefresh &&
      client === undefined && { refreshToken: refreshToken ?? `sandbox-refresh-${provider}-${account}` }),
  };
  await insertConnection(first().prisma, {
    id,
    projectId,
    provider,
    groupRef: 'acme',
    groupName: null,
    consumerRef: null,
    consumerName: null,
    providerWorkspaceRef: null,
    account,
    authScheme: withoutRefresh ? 'apiKey' : 'oauth2AuthorizationCode',
    credentials: sealCredentials(await sealer(), given, id),
    expireTime,
    providerMetadata: instanceUrl === undefined ? null : { instanceUrl },
  });
  const refreshes = () =>
    sandbox.journal({ provider }).filter((call) => call.account === account && call.path.endsWith('/token'));
  const events = async () => {
    const statement = 'SELECT body FROM outbox WHERE key LIKE $1 ORDER BY seq';
    const { rows } = await first().pool.query<{ body: string }>(statement, [`%${id}`]);
    return rows.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  };
  const now = async () => (await findConnection(first().prisma, { projectId, id }))!;
  return { id, projectId, account, sealer, refreshes, events, now };
}

const refusal: ProviderFault = {
  kind: 'unauthorized',
  sent: 'rejected',
  retryable: true,
  message: 'Bad key',
  refusesCredentials: true,
};

const tokenOf = (found: LiveConnection | undefined) =>
  found?.kind === 'usable' ? found.connection.accessToken : found;
const failedFault = async (connections: ReturnType<typeof live>, id: string): Promise<ProviderFault> => {
  const found = await connections.find(id, never);
  if (found?.kind !== 'failed') throw new Error('The connection can be used.');
  return found.fault;
};

test('credentials that no key opens are a fault of their own connection alone', async () => {
  const [lost, other] = [await connect({ expireTime: null }), await connect({ expireTime: null })];
  await first().pool.query("UPDATE connection SET credentials = 'v1:gone:a:b:c' WHERE id = $1", [lost.id]);
  const connections = live(first());
  const [none, found] = await Promise.all([
    connections.find(lost.id, never),
    connections.find(other.id, never),
  ]);
  expect(none).toMatchObject({
    kind: 'failed',
    fault: { kind: 'unavailable', sent: 'notSent', retryable: true },
  });
  expect(tokenOf(found)).toBe('stale');
  expect(sealedFast).toEqual([[lost.id, expect.stringContaining('no key with the id "gone"')]]);
});

test('a token that ends soon is renewed before it is used, and one that lasts is left alone', async () => {
  const soon = await connect({ expireTime: inMinutes(1) });
  const token = tokenOf(await live(first()).find(soon.id, never));
  expect(token).toMatch(/^at-/);
  expect(tokenOf(await live(first()).find(soon.id, never))).toBe(token);
  expect(soon.refreshes()).toHaveLength(1);
  expect((await soon.now()).expireTime!.getTime()).toBeGreaterThan(inMinutes(28).getTime());
  expect(await soon.events()).toEqual([
    expect.objectContaining({
      type: 'connection.refreshed',
      data: { projectId: soon.projectId, connectionId: soon.id, provider: 'hubspot', groupRef: 'acme' },
    }),
  ]);
  const late = await connect({ expireTime: inMinutes(10) });
  expect(tokenOf(await live(first()).find(late.id, never))).toBe('stale');
  expect(late.refreshes()).toEqual([]);
});

/** Connections whose refreshes ask and tell addresses; `meanwhile` something else happens. */
function telling(baseUrl?: string, meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
  const asked: unknown[] = [];
  const limitsMs: number[] = [];
  const refreshToken = async (request: { baseUrl?: string; timeoutMs: number }) => {
    asked.push(request.baseUrl);
    limitsMs.push(request.timeoutMs);
    await meanwhile();
    const told = baseUrl === undefined ? {} : { baseUrl };
    return { kind: 'granted' as const, accessToken: `fresh-${asked.length}`, ...told };
  };
  const connections = liveConnections({
    database: first(),
    secrets: secretsOf(first()),
    findConnection: connectionsForCall(first(), secretsOf(first())),
    providers: { adapterFor: () => ({ refreshToken }) },
    announce: addToOutbox,
    random: () => 0,
    onSealedFast,
  });
  return { asked, limitsMs, connections };
}
const home = 'https://acme--dev.sandbox.my.salesforce.com';
const moved = 'https://globex--dev.sandbox.my.salesforce.com';

test('a refresh is told the address of the account: some accounts have their tokens refreshed there', async () => {
  const { id, now } = await connect({ provider: 'salesforce', instanceUrl: home });
  const { asked, connections } = telling();
  expect(tokenOf(await connections.find(id, never))).toBe('fresh-1');
  expect(asked).toEqual([home]);
  expect(await now()).toMatchObject({ providerMetadata: { instanceUrl: home }, tokenFacts: null });
});

test('the address that comes with new tokens is where the account is called from then on', async () => {
  const { id, now } = await connect({ provider: 'salesforce', instanceUrl: home });
  const { asked, connections } = telling(moved);
  const found = await connections.find(id, never);
  if (found?.kind !== 'usable') throw new Error('not usable');
  expect(found.connection.baseUrl).toBe(moved);
  await connections.renew(found.connection, never);
  expect(asked).toEqual([home, moved]);
  const told = { instanceUrl: moved };
  expect(await now()).toMatchObject({ providerMetadata: told, tokenFacts: told });
});

test('a token address that never answers ends a refresh long before the 90 s of a provider call', async () => {
  const { id } = await connect();
  const { limitsMs, connections } = telling();
  await connections.find(id, never);
  // One request, or a second one at the login address.
  expect(limitsMs.map((limitMs) => 2 * limitMs < 90_000)).toEqual([true]);
});

test('an address that was given while tokens were asked for stays', async () => {
  const { id, now } = await connect({ provider: 'salesforce', instanceUrl: home });
  const given = { providerMetadata: { instanceUrl: 'https://given.my.salesforce.com' } };
  const { connections } = telling(moved, async () => {
    await changeConnection(first().prisma, id, { ...(await now()), ...given });
  });
  expect(tokenOf(await connections.find(id, never))).toBe('fresh-1');
  expect(await now()).toMatchObject({ ...given, tokenFacts: null });
});

test('twenty calls in two processes cost one refresh, and all use its token', async () => {
  const { id, refreshes, account } = await connect();
  sandbox.settings('hubspot', account, { rotateRefreshTokens: true, latencyMs: 150 });
  const processes = databases.map((database) => live(database));
  const found = await Promise.all(Array.from({ length: 20 }, (_, at) => processes[at % 2]!.find(id, never)));
  expect(new Set(found.map(tokenOf))).toEqual(new Set([expect.stringMatching(/^at-/)]));
  expect(refreshes()).toHaveLength(1);
});

test('a call that knows the connection from a moment ago gets the token of now', async () => {
  const { id, account, refreshes, now } = await connect();
  sandbox.settings('hubspot', account, { rotateRefreshTokens: true });
  const findConnection = connectionsForCall(first(), secretsOf(first()));
  const before = (await findConnection(id))!;
  const connections = live(first());
  const found = tokenOf(await connections.use(before, never));
  expect(found).toMatch(/^at-/);
  expect(tokenOf(await connections.use(before, never))).toBe(found);
  expect(refreshes().map(({ status }) => status)).toEqual([200]);
  expect((await now()).status).toBe('working');
});

test('a rotated refresh token is stored with the access token, and serves the next renewal', async () => {
  const { id, refreshes, account, now } = await connect({ provider: 'salesforce', expireTime: null });
  sandbox.settings('salesforce', account, { rotateRefreshTokens: true });
  const connections = live(first());
  const tokens = new Set<unknown>(['stale']);
  for (let round = 0; round < 3; round += 1) {
    const held = await connections.find(id, never);
    if (held?.kind !== 'usable') throw new Error('not usable');
    tokens.add(tokenOf(await connections.renew(held.connection, never)));
  }
  expect(tokens.size).toBe(4);
  expect(refreshes().map(({ status }) => status)).toEqual([200, 200, 200]);
  // Salesforce does not tell how long a token lives.
  expect((await now()).expireTime).toBeNull();
});

test('whoever was refused with an old token gets the one that another has got meanwhile', async () => {
  const { id, refreshes } = await connect({ expireTime: null });
  const [one, two] = databases.map((database) => live(database));
  const held = await one!.find(id, never);
  if (held?.kind !== 'usable') throw new Error('not usable');
  const renewed = tokenOf(await one!.renew(held.connection, never));
  expect(tokenOf(await two!.renew(held.connection, never))).toBe(renewed);
  expect(refreshes()).toHaveLength(1);
});

test('a client of its own is granted the next token, without an app of the project, until it is refused', async () => {
  const { id, now, events } = await connect({
    provider: 'salesforce',
    expireTime: null,
    app: false,
    client: 'own-client',
  });
  const held = await live(first()).find(id, never);
  if (held?.kind !== 'usable') throw new Error('not usable');
  const renewed = await live(first()).renew(held.connection, never);
  if (renewed?.kind !== 'usable') throw new Error('not usable');
  expect(renewed.connection).toMatchObject({ clientId: 'own-client', clientSecret: 'own-secret' });
  expect(renewed.connection.accessToken).not.toBe('stale');
  expect((await now()).status).toBe('working');
  sandbox.setFault({
    provider: 'salesforce',
    match: { path: '/token' },
    then: { status: 400, body: { error: 'invalid_client', error_description: 'invalid client credentials' } },
  });
  expect(await live(first()).renew(renewed.connection, never)).toMatchObject({ kind: 'failed' });
  expect((await now()).status).toBe('bad_credentials');
  expect((await events()).map(({ type }) => type)).toEqual(['connection.refreshed', 'connection.error']);
});

test('a refresh that can never succeed ends the connection once, and new credentials bring it back', async () => {
  const { id, projectId, sealer, events, now } = await connect({ refreshToken: 'revoked' });
  const found = await Promise.all(databases.map((database) => live(database).find(id, never)));
  for (const one of found) {
    expect(one).toMatchObject({ kind: 'failed', fault: { kind: 'unauthorized', sent: 'notSent' } });
  }
  expect((await now()).status).toBe('bad_credentials');
  expect(await events()).toEqual([
    expect.objectContaining({
      type: 'connection.error',
      data: {
        projectId,
        connectionId: id,
        provider: 'hubspot',
        groupRef: 'acme',
        errors: [expect.any(String)],
      },
    }),
  ]);
  const callsBefore = sandbox.journal({}).length;
  expect((await live(first()).find(id, never))?.kind).toBe('failed');
  expect(sandbox.journal({})).toHaveLength(callsBefore);

  const credentials = sealCredentials(await sealer(), { accessToken: 'fresh' }, id);
  await changeConnection(first().prisma, id, {
    ...(await now()),
    credentials: { authScheme: 'apiKey', credentials, expireTime: null },
  });
  expect(tokenOf(await live(first()).find(id, never))).toBe('fresh');
});

test('what is refused does not go on with new credentials before they are verified', async () => {
  const { id, now, sealer } = await connect({ expireTime: null });
  const key = await connect({ expireTime: null, withoutRefresh: true });
  const connections = live(first());
  const held = await Promise.all([id, key.id].map((one) => connections.find(one, never)));
  for (const [of, current, sealerOf] of [
    [id, now, sealer],
    [key.id, key.now, key.sealer],
  ] as const) {
    const credentials = sealCredentials(await sealerOf(), { accessToken: 'of another account' }, of);
    await changeConnection(first().prisma, of, {
      ...(await current()),
      credentials: { authScheme: 'apiKey', credentials, expireTime: null, status: 'unverified' },
    });
  }
  for (const one of held) {
    if (one?.kind !== 'usable') throw new Error('not usable');
    expect(await connections.renew(one.connection, never, refusal)).toMatchObject({
      kind: 'failed',
      fault: { kind: 'unavailable', sent: 'notSent', waitsFor: 'connection' },
    });
  }
});

test('after a failure that passes by nobody asks again for a while; a token that still lives is used', async () => {
  const ended = await connect();
  const living = await connect({ expireTime: inMinutes(1) });
  // The rest is as long as the provider asks for, so that the test ends it, not the time.
  const then = { status: 503, headers: { 'Retry-After': '3600' } };
  sandbox.setFault({ provider: 'hubspot', match: { path: '/token' }, times: 10, then });
  const connections = live(first());
  const fault = { kind: 'unavailable', sent: 'notSent', retryable: true, retryAfterMs: expect.any(Number) };
  expect(await connections.find(ended.id, never)).toMatchObject({ kind: 'failed', fault });
  const calls = sandbox.journal({ provider: 'hubspot' }).length;
  expect(await live(databases[1]!).find(ended.id, never)).toMatchObject({ kind: 'failed', fault });
  expect(sandbox.journal({ provider: 'hubspot' })).toHaveLength(calls);
  expect(tokenOf(await connections.find(living.id, never))).toBe('stale');
  expect(await ended.events()).toEqual([]);
  expect((await ended.now()).status).toBe('working');

  sandbox.clearFaults();
  const rest = (left: string) =>
    first().pool.query(
      'UPDATE token_refresh SET until = clock_timestamp() + $2::interval WHERE connection_id = $1',
      [ended.id, left],
    );
  await rest('10 min');
  expect((await failedFault(connections, ended.id)).retryAfterMs).toBeLessThanOrEqual(600_000);
  await rest('0');
  expect(tokenOf(await connections.find(ended.id, never))).toMatch(/^at-/);
});

test('a rest for which the provider did not ask is not told as if it had', async () => {
  const { id } = await connect();
  sandbox.setFault({ provider: 'hubspot', match: { path: '/token' }, times: 10, then: { status: 500 } });
  const connections = live(first());
  for (const who of ['who tried', 'who came later']) {
    const fault = await failedFault(connections, id);
    expect([who, fault.ourWaitMs]).toEqual([who, expect.any(Number)]);
    expect(fault).not.toHaveProperty('retryAfterMs');
  }
});

test('a provider that grants the same token again leaves the connection usable', async () => {
  const { id, now, events } = await connect();
  const granted = { kind: 'granted', accessToken: 'stale', expiresInMs: 1_800_000 } as const;
  const connections = live(first(), addToOutbox, {
    adapterFor: () => ({ refreshToken: () => Promise.resolve(granted) }),
  });
  const held = await connections.find(id, never);
  if (held?.kind !== 'usable') throw new Error('not usable');
  expect(held.connection).toMatchObject({ accessToken: 'stale', refreshDue: false });
  expect(tokenOf(await connections.renew(held.connection, never))).toBe('stale');
  expect((await now()).status).toBe('working');
  expect(await events()).toHaveLength(2);
});

test('new tokens are stored in the end although storing fails at first: the old ones may be dead', async () => {
  const { id, account, refreshes, events } = await connect();
  sandbox.settings('hubspot', account, { rotateRefreshTokens: true });
  let failures = 2;
  const connections = live(first(), (tx, told) => {
    if (failures === 0) return addToOutbox(tx, told);
    failures -= 1;
    return Promise.reject(new Error('the database went away'));
  });
  expect(tokenOf(await connections.find(id, never))).toMatch(/^at-/);
  await connections.close();
  expect(failures).toBe(0);
  expect(refreshes()).toHaveLength(1);
  expect(await events()).toHaveLength(1);
});

test('new tokens are stored in the end however long the database is away', async () => {
  const { id, refreshes } = await connect();
  const now = performance.now.bind(performance);
  let [failures, passedMs] = [2, 0];
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  const connections = live(first(), (tx, told) => {
    if (failures === 0) return addToOutbox(tx, told);
    failures -= 1;
    passedMs += 3_600_000;
    return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  });
  try {
    expect(tokenOf(await connections.find(id, never))).toMatch(/^at-/);
    expect(failures).toBe(0);
    expect(refreshes()).toHaveLength(1);
  } finally {
    clock.mockRestore();
  }
});

test('new tokens are stored although the old ones were sealed anew while the provider was asked', async () => {
  const { id, account, sealer, refreshes, events } = await connect();
  sandbox.settings('hubspot', account, { rotateRefreshTokens: true });
  const tokens = { accessToken: 'stale', refreshToken: `sandbox-refresh-hubspot-${account}` };
  const sealAnew = async () => {
    const sealed = sealCredentials(await sealer(), tokens, id);
    await first().pool.query('UPDATE connection SET credentials = $2 WHERE id = $1', [id, sealed]);
  };
  const connections = live(first(), addToOutbox, answering(sealAnew));
  const found = tokenOf(await connections.find(id, never));
  expect(found).toMatch(/^at-/);
  expect(tokenOf(await live(databases[1]!).find(id, never))).toBe(found);
  expect(refreshes().map(({ status }) => status)).toEqual([200]);
  expect(await events()).toHaveLength(1);
});

test('without a provider app a refused token cannot be renewed, and the connection is not given up', async () => {
  const { id, now, events } = await connect({ app: false });
  const connections = live(first());
  const held = await connections.find(id, never);
  if (held?.kind !== 'usable') throw new Error('not usable');
  expect(await connections.renew(held.connection, never)).toBeUndefined();
  expect((await now()).status).toBe('working');
  expect(await events()).toEqual([]);
});

test('credentials that cannot be renewed end the connection once the provider says that it does not take them', async () => {
  const { id, projectId, now, events } = await connect({ expireTime: null, withoutRefresh: true });
  const held = await Promise.all(databases.map((database) => live(database).find(id, never)));
  const [usable] = held;
  if (usable?.kind !== 'usable') throw new Error('not usable');
  // A 401 of which nobody knows who said it, or why, is none.
  expect(await live(first()).renew(usable.connection, never)).toBeUndefined();
  expect((await now()).status).toBe('working');
  const refused = databases.flatMap((database) => [live(database), live(database)]);
  const found = await Promise.all(refused.map((one) => one.renew(usable.connection, never, refusal)));
  for (const one of found)
    expect(one).toMatchObject({ kind: 'failed', fault: { waitsFor: 'connection', sent: 'notSent' } });
  expect((await now()).status).toBe('bad_credentials');
  expect(await events()).toEqual([
    expect.objectContaining({
      type: 'connection.error',
      data: expect.objectContaining({ projectId, connectionId: id, errors: ['Bad key'] }) as unknown,
    }),
  ]);
});

test('a refusal of credentials that were replaced meanwhile ends nothing, and the new ones are used', async () => {
  const { id, now, sealer, events } = await connect({ expireTime: null, withoutRefresh: true });
  const held = await live(first()).find(id, never);
  if (held?.kind !== 'usable') throw new Error('not usable');
  const credentials = sealCredentials(await sealer(), { accessToken: 'fresh' }, id);
  await changeConnection(first().prisma, id, {
    ...(await now()),
    credentials: { authScheme: 'apiKey', credentials, expireTime: null },
  });
  expect(tokenOf(await live(first()).renew(held.connection, never, refusal))).toBe('fresh');
  expect((await now()).status).toBe('working');
  expect(await events()).toEqual([]);
});

/** A connection whose token is to be refreshed, and what people do with it, each in a transaction as callers have it. */
async function changing(setting: Setting) {
  const one = await connect(setting);
  const { id, projectId, sealer } = one;
  const held = (work: (prisma: Prisma.TransactionClient, connection: Connection) => Promise<unknown>) => () =>
    first().transaction(async (tx) => {
      const connection = await holdConnection(tx, 'UPDATE', { projectId, id });
      await work(tx.prisma, connection!);
    });
  const credentials = sealCredentials(await sealer(), { accessToken: 'given' }, id);
  const given = { authScheme: 'apiKey', credentials, expireTime: null } as const;
  return {
    ...one,
    refresh: () => live(first()).find(id, never),
    replace: held((prisma, connection) =>
      changeConnection(prisma, id, { ...connection, credentials: given }),
    ),
    rename: held((prisma, connection) => changeConnection(prisma, id, { ...connection, groupName: 'Acme' })),
    remove: held((prisma) => removeConnection(prisma, id)),
    leases: async () =>
      (await first().pool.query('SELECT FROM token_refresh WHERE connection_id = $1', [id])).rowCount,
  };
}
type Change = 'replace' | 'rename' | 'remove';

const refreshes: [string, Setting, { token: unknown; status: string; event: string }][] = [
  ['works', {}, { token: expect.stringMatching(/^at-/), status: 'working', event: 'connection.refreshed' }],
  [
    'can never work',
    { refreshToken: 'revoked' },
    { token: undefined, status: 'bad_credentials', event: 'connection.error' },
  ],
];
const eitherOrder = [
  ['before', (change, settle) => [change, settle]],
  ['after', (change, settle) => [settle, change]],
] as const satisfies [string, (...calls: (() => Promise<unknown>)[]) => (() => Promise<unknown>)[]][];

describe.each(refreshes)('a refresh that %s', (_, setting, came) => {
  const both = async (change: Change, callsOf: (typeof eitherOrder)[number][1]) => {
    const one = await changing(setting);
    const asked = () =>
      sandbox.journal({ provider: 'hubspot' }).filter(({ path }) => path.endsWith('/token'));
    const before = asked().length;
    const [answered, known] = [Promise.withResolvers(), Promise.withResolvers()];
    const late = answering(() => {
      answered.resolve(undefined);
      return known.promise;
    });
    const found = live(first(), addToOutbox, late).find(one.id, never);
    await answered.promise;
    const settle = () => {
      known.resolve(undefined);
      return found;
    };
    await behindRow(server.pool, { table: 'connection', id: one.id }, callsOf(one[change], settle));
    expect(asked()).toHaveLength(before + 1);
    expect(await one.leases()).toBe(0);
    return { ...one, told: (await one.events()).map(({ type }) => type) };
  };

  test.each(eitherOrder)('leaves credentials that were given %s it', async (order, callsOf) => {
    const { told, now, refresh } = await both('replace', callsOf);
    expect(told).toEqual(order === 'before' ? [] : [came.event]);
    expect((await now()).status).toBe('working');
    expect(tokenOf(await refresh())).toBe('given');
  });

  test.each(eitherOrder)('leaves a name that was changed %s it', async (_order, callsOf) => {
    const { told, now, refresh } = await both('rename', callsOf);
    expect(told).toEqual([came.event]);
    expect(await now()).toMatchObject({ groupName: 'Acme', status: came.status });
    const found = await refresh();
    expect(found?.kind === 'usable' ? found.connection.accessToken : undefined).toEqual(came.token);
  });

  test.each(eitherOrder)('leaves a connection removed that was removed %s it', async (order, callsOf) => {
    const { told, now, refresh } = await both('remove', callsOf);
    expect(told).toEqual(order === 'before' ? [] : [came.event]);
    expect(await now()).toBeUndefined();
    expect(await refresh()).toBeUndefined();
  });
});

describe('a refresh whose connection is deleted before the provider answers', () => {
  /** Whether the tokens that it gets are still granted in the end. */
  async function deletedMeanwhile(grantedHere: boolean, fails = false) {
    const one = await connect();
    await first().pool.query('UPDATE connection SET granted_here = $2 WHERE id = $1', [one.id, grantedHere]);
    sandbox.settings('hubspot', one.account, { rotateRefreshTokens: true });
    const revoke = () =>
      revokeGrants({ pool: first().pool, secrets: secretsOf(first()), providers, onKept: () => undefined });
    const got: RefreshResult[] = [];
    const refreshToken = async (request: RefreshRequest): Promise<RefreshResult> => {
      const result = await providers.adapterFor('hubspot')!.refreshToken(request);
      got.push(result);
      await first().transaction(({ prisma }) => removeConnection(prisma, one.id));
      await revoke();
      return fails ? { kind: 'failed', fault: refusal, dead: false } : result;
    };
    const connections = live(first(), addToOutbox, { adapterFor: () => ({ refreshToken }) });
    expect(await connections.find(one.id, never)).toMatchObject({ kind: 'failed' });
    await revoke();
    expect(await hasRevocations(first().prisma, { projectId: one.projectId })).toBe(false);
    const [result] = got;
    if (result?.kind !== 'granted') throw new Error('not granted');
    const client = { clientId: 'client', clientSecret: 'client-secret', signal: never, timeoutMs: 10_000 };
    const again = { ...client, refreshToken: result.refreshToken! };
    return (await providers.adapterFor('hubspot')!.refreshToken(again)).kind === 'granted';
  }

  test('its new grant is revoked, if an authorization in Writ gave the one before', async () => {
    expect(await deletedMeanwhile(true)).toBe(false);
    expect(await deletedMeanwhile(false)).toBe(true);
  });

  test('the worker revokes the grant that replaced the old one, not what the refresh gets', async () => {
    const one = await connect();
    const { pool } = first();
    const seal = await secretsOf(first()).sealer(one.projectId);
    const other = sealCredentials(seal, { accessToken: 'other', refreshToken: 'other' }, one.id);
    const late = answering(async () => {
      await pool.query('UPDATE connection SET credentials = $2, granted_here = true WHERE id = $1', [
        one.id,
        other,
      ]);
      await first().transaction(({ prisma }) => removeConnection(prisma, one.id));
    });
    await live(first(), addToOutbox, late).find(one.id, never);
    const { rows } = await pool.query('SELECT credentials FROM grant_revocation WHERE id = $1', [one.id]);
    expect(rows).toEqual([{ credentials: other }]);
  });

  test('the grant before is revoked without waiting for the end of the lease if the refresh fails', async () => {
    await deletedMeanwhile(true, true);
  });
});

test('a lease that a dead process left behind passes on, and waiting ends with the time of who waits', async () => {
  const { id } = await connect();
  await first().pool.query(
    `INSERT INTO token_refresh (connection_id, holder, until) VALUES ($1, $2, clock_timestamp() + interval '1 h')`,
    [id, newId()],
  );
  const connections = live(first());
  expect(await connections.find(id, AbortSignal.timeout(50))).toMatchObject({
    kind: 'failed',
    fault: { kind: 'timeout', sent: 'notSent', retryable: true },
  });
  await first().pool.query('UPDATE token_refresh SET until = clock_timestamp() WHERE connection_id = $1', [
    id,
  ]);
  expect(tokenOf(await connections.find(id, never))).toMatch(/^at-/);
});
