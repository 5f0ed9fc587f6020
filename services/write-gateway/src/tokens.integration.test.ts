import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { providerApps, sealCredentials } from '@writ/installation';
import { testDatabase, testActor } from '@writ/test-kit';
import type { Provider } from './testing/install.ts';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const objects = { hubspot: 'contacts', salesforce: 'Contact' } as const;
const records = { hubspot: { lastname: 'Lovelace' }, salesforce: { LastName: 'Lovelace' } } as const;

type Setting = {
  provider?: Provider;
  /** Null: an API key, which cannot be renewed. */
  refreshToken?: string | null;
  expired?: boolean;
  app?: boolean;
};

/** With a stale access token. */
async function withStaleToken({ provider = 'hubspot', refreshToken, expired = false, app = true }: Setting) {
  const { database, secrets } = gateway;
  const installed = await gateway.install({ provider, objectName: objects[provider] });
  const { projectId, account } = installed;
  if (app) {
    const own = { clientId: 'client', clientSecret: 'client-secret' };
    await providerApps(database, secrets).insert({ projectId, provider, scopes: [], ...own }, testActor);
  }
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM connection WHERE project_id = $1',
    [projectId],
  );
  const id = rows[0]!.id;
  const tokens = {
    accessToken: 'stale',
    ...(refreshToken !== null && { refreshToken: refreshToken ?? `sandbox-refresh-${provider}-${account}` }),
  };
  await database.pool.query('UPDATE connection SET credentials = $2, expire_time = $3 WHERE id = $1', [
    id,
    sealCredentials(await secrets.sealer(projectId), tokens, id),
    expired ? new Date(0) : null,
  ]);
  return {
    ...installed,
    create: () => installed.write({ type: 'create', record: records[provider] }),
    /** With calls whose token opens no account. */
    journal: () => gateway.sandbox.journal({ provider }),
    events: async () => {
      const { rows } = await database.pool.query<{ type: string }>(
        `SELECT body::json ->> 'type' AS type FROM outbox WHERE project_id = $1 ORDER BY seq`,
        [projectId],
      );
      return rows.map(({ type }) => type);
    },
    connection: async () =>
      (await database.prisma.connection.findMany({ where: { projectId }, select: { status: true } }))[0],
  };
}

test.each(['hubspot', 'salesforce'] as const)(
  'a write to %s whose token is refused is sent once more with a new token',
  async (provider) => {
    const { create, journal, records: held } = await withStaleToken({ provider });
    const before = journal().length;
    expect(await create()).toMatchObject({ status: 200, body: { result: { success: true } } });
    const statuses = journal()
      .slice(before)
      .map(({ status }) => status);
    expect(statuses.slice(0, 2)).toEqual([401, 200]);
    expect(statuses.filter((status) => status === 401)).toHaveLength(1);
    expect(held()).toHaveLength(1);
  },
);

const words = [
  ['INVALID_AUTH_HEADER', 'INVALID_HEADER_TYPE'],
  ['INVALID_JWT_FORMAT', 'JWT cannot be parsed'],
  ['INVALID_SESSION_ID', 'This session is not valid for use with the REST API'],
] as const;

/** Whatever their token. */
function refuseCalls(account: string, times: number, [errorCode, message]: readonly [string, string]) {
  const then = { status: 401, body: [{ errorCode, message }] };
  gateway.sandbox.setFault({
    provider: 'salesforce',
    account,
    match: { path: '/services/data/' },
    times,
    then,
  });
}

/** Valid, unless `refuseCalls`. */
async function withGoodToken() {
  const one = await withStaleToken({ provider: 'salesforce' });
  // It renews the stale token.
  expect((await one.create()).status).toBe(200);
  return one;
}

test.each(words)(
  'a write that Salesforce refuses with 401 %s is sent once more with a new token',
  async (...said) => {
    const { account, create, connection } = await withGoodToken();
    refuseCalls(account, 1, said);
    expect((await create()).status).toBe(200);
    expect(await connection()).toEqual({ status: 'working' });
  },
);

test.each(words)(
  'a connection whose newly granted token is refused with %s is given up, once',
  async (...said) => {
    const { account, create, connection, events } = await withGoodToken();
    refuseCalls(account, 2, said);
    expect(await create()).toMatchObject({
      status: 422,
      body: {
        type: expect.stringMatching(/connection-not-working$/),
        detail: expect.stringContaining(said[1]),
      },
    });
    expect(await connection()).toEqual({ status: 'bad_credentials' });
    expect((await create()).status).toBe(422);
    expect((await events()).filter((type) => type === 'connection.error')).toHaveLength(1);
  },
);

test('a 401 without words of Salesforce, before and after a refresh, ends nothing', async () => {
  const { account, create, connection } = await withGoodToken();
  const then = { status: 401, body: '<html>Who are you?</html>' };
  gateway.sandbox.setFault({
    provider: 'salesforce',
    account,
    match: { path: '/services/data/' },
    times: 2,
    then,
  });
  expect((await create()).status).toBe(422);
  expect(await connection()).toEqual({ status: 'working' });
  expect((await create()).status).toBe(200);
});

test('a token that has ended is renewed before the write', async () => {
  const { create, calls } = await withStaleToken({ expired: true });
  expect((await create()).status).toBe(200);
  expect(calls().map(({ path, status }) => [path.endsWith('/token'), status])).toEqual([
    [true, 200],
    [false, 201],
  ]);
});

test('a batch whose token is refused is written once', async () => {
  const { write, records: held } = await withStaleToken({});
  const batch = Array.from({ length: 5 }, (_, at) => ({ record: { lastname: `Name ${at}` } }));
  expect(await write({ type: 'create', batch })).toMatchObject({ status: 200, body: { successCount: 5 } });
  expect(held()).toHaveLength(5);
});

test('a batch whose token is refused is written although a record of it cannot be sent', async () => {
  const { account, write, records: held } = await withStaleToken({});
  const headers = { authorization: `Bearer sandbox-hubspot-${account}` };
  const made = await fetch(`${gateway.sandbox.url}/hubspot/crm/v3/objects/contacts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ properties: { lastname: 'King' } }),
  });
  const { id } = (await made.json()) as { id: string };
  const batch = ['no id', id].map((one) => ({ record: { id: one, lastname: 'Lovelace' } }));
  expect(await write({ type: 'update', batch })).toMatchObject({
    body: { successCount: 1, failureCount: 1 },
  });
  expect(held()).toMatchObject([{ id, fields: { lastname: 'Lovelace' } }]);
});

test('a dead connection is 422 with the remedy to reconnect, and the provider is not asked again', async () => {
  const { create, journal, connection } = await withStaleToken({ refreshToken: 'revoked' });
  const refused = {
    status: 422,
    body: {
      type: expect.stringMatching(/connection-not-working$/),
      remedy: expect.stringMatching(/PATCH .v1.projects.[-0-9a-f]+.connections./),
      context: { operationId: expect.any(String), connectionId: expect.any(String), outcome: 'notSent' },
    },
  };
  expect(await create()).toMatchObject(refused);
  expect(await connection()).toEqual({ status: 'bad_credentials' });
  const before = journal().length;
  expect(await create()).toMatchObject(refused);
  expect(journal()).toHaveLength(before);
});

test('without a provider app a refused token is 422 with the remedy to reconnect, and nothing is given up', async () => {
  const { create, connection } = await withStaleToken({ app: false });
  expect(await create()).toMatchObject({
    status: 422,
    body: { remedy: expect.stringContaining('reconnect'), context: { providerStatus: 401 } },
  });
  expect(await connection()).toEqual({ status: 'working' });
});

test.each(['hubspot', 'salesforce'] as const)(
  'a key that %s refuses is 422 with the remedy to reconnect, and the provider is not asked again',
  async (provider) => {
    const { create, journal, connection } = await withStaleToken({ provider, refreshToken: null });
    const before = journal().length;
    expect(await create()).toMatchObject({
      status: 422,
      body: {
        retryable: false,
        remedy: expect.stringContaining('reconnect'),
        context: { providerStatus: 401, errors: [{ code: expect.any(String) }] },
      },
    });
    expect(await connection()).toEqual({ status: 'bad_credentials' });
    expect((await create()).status).toBe(422);
    expect(journal()).toHaveLength(before + 1);
  },
);

test('a 401 that does not say that the credentials are refused is no reason to give a key up', async () => {
  const { create, connection } = await withStaleToken({ refreshToken: null });
  const then = { status: 401, body: '<html>Who are you?</html>' };
  gateway.sandbox.setFault({ provider: 'hubspot', match: { path: '/objects/' }, times: 1, then });
  expect((await create()).status).toBe(422);
  expect(await connection()).toEqual({ status: 'working' });
});

test("credentials that no key of ours opens are our fault, and not the provider's: nothing was sent", async () => {
  const { projectId, create, calls } = await withStaleToken({});
  const sealed = "UPDATE connection SET credentials = 'v1:gone:a:b:c' WHERE project_id = $1";
  await gateway.database.pool.query(sealed, [projectId]);
  const answer = await create();
  expect(answer).toMatchObject({
    status: 503,
    body: {
      detail: expect.stringContaining('cannot be opened'),
      remedy: expect.stringContaining('encryption key'),
      retryable: true,
      context: { outcome: 'notSent', operationId: expect.any(String) },
    },
  });
  expect(answer.body).not.toHaveProperty('subsystem');
  expect(calls()).toEqual([]);
});

test.each([
  ['token address is away', { status: 503, body: { message: 'Down for maintenance' } }],
  ['app is refused', { status: 400, body: { status: 'BAD_CLIENT_ID', message: 'Down for maintenance' } }],
])('while the %s a write is told why and until when, and the provider is asked once', async (_, then) => {
  const { account, create, calls, connection } = await withStaleToken({ expired: true });
  gateway.sandbox.setFault({ provider: 'hubspot', account, match: { path: '/token' }, times: 10, then });
  for (const who of ['who asks', 'who comes later'])
    expect([who, await create()]).toMatchObject([
      who,
      {
        status: 503,
        body: {
          detail: expect.stringMatching(/The access token could not be renewed.*: Down for maintenance/),
          retryable: true,
          retryAfter: expect.any(String),
          context: { outcome: 'notSent', connectionId: expect.any(String) },
        },
      },
    ]);
  expect(calls()).toHaveLength(1);
  expect(await connection()).toEqual({ status: 'working' });
});
