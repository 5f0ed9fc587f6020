import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntry, Page } from '@writ/contracts';
import { newId } from '@writ/db';
import { testDatabase } from '@writ/test-kit';
import { SignJWT } from 'jose';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterEach(() => service.sandbox.clearFaults());
afterAll(() => service.close());

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const client = { provider: 'hubspot', clientId: 'client', clientSecret: 'client-secret', scopes: ['oauth'] };

/** An OAuth connection to an own account; its token expires. */
async function connected({
  expiresAt = inMinutes(20),
  refreshToken,
  app = true,
}: { expiresAt?: string; refreshToken?: string | null; app?: boolean } = {}) {
  const account = newId();
  const project = await testProject(service);
  if (app) await project.call('POST', '/provider-apps', client);
  const first = {
    accessToken: `sandbox-hubspot-${account}`,
    refreshToken: `sandbox-refresh-hubspot-${account}`,
  };
  const id = await project.connect('acme', {
    apiKey: undefined,
    oauth2AuthorizationCode: {
      ...first,
      ...(refreshToken !== undefined && { refreshToken: refreshToken ?? undefined }),
      expiresAt,
    },
  });
  const path = `/connections/${id}`;
  const get = (query = '', headers = {}) => project.call('GET', path + query, undefined, headers);
  const refreshes = () =>
    service.sandbox
      .journal({ provider: 'hubspot' })
      .filter((call) => call.account === account && call.path.endsWith('/token'));
  const told = async (): Promise<string[]> =>
    (await service.events()).filter(({ data }) => data['connectionId'] === id).map(({ type }) => type);
  const entriesOf = async (requestId: string): Promise<AuditEntry[]> =>
    ((await project.call('GET', `/audit?requestId=${requestId}`)).body as Page<AuditEntry>).results;
  const tokensOf = async () => ((await get('?includeCreds=true')).body as { creds: typeof first }).creds;
  return { project, account, id, path, first, get, refreshes, told, entriesOf, tokensOf };
}

test('a forced renewal gets another token although the one of before lives, tells of it and is noted', async () => {
  const { get, refreshes, told, entriesOf, tokensOf, first, id } = await connected();
  const renewed = await get('?refresh=force&includeCreds=true', { 'x-request-id': 'forced' });
  expect(renewed).toMatchObject({
    status: 200,
    body: {
      id,
      status: 'working',
      updateTime: expect.any(String),
      creds: { accessToken: expect.stringMatching(/^at-/), refreshToken: first.refreshToken },
    },
  });
  expect(renewed.headers.get('cache-control')).toBe('no-store');
  expect((renewed.body as { expireTime: string }).expireTime > inMinutes(25)).toBe(true);
  expect(await tokensOf()).toEqual((renewed.body as { creds: object }).creds);
  expect(refreshes()).toHaveLength(1);
  expect((await told()).slice(1)).toEqual(['connection.refreshed']);
  expect(await entriesOf('forced')).toMatchObject([
    { action: 'getConnection', changes: {} },
    {
      action: 'getConnection',
      resource: { kind: 'connection', id },
      changes: { credentials: { changed: true }, expireTime: { after: expect.any(String) } },
    },
  ]);
});

test('a connection whose app the provider refuses shows it, and works again by itself', async () => {
  const { project, get, id, told, path, entriesOf } = await connected();
  await project.apply();
  const installed = await project.install({ groupRef: 'acme', config: { content: { provider: 'hubspot' } } });
  const health = async () =>
    ((await project.call('GET', '/installations')).body as { healthStatus: string }[])[0]?.healthStatus;
  expect([installed.status, await health()]).toEqual([201, 'healthy']);
  const then = {
    status: 400,
    body: { status: 'BAD_CLIENT_SECRET', message: 'missing or invalid client secret' },
  };
  service.sandbox.setFault({ provider: 'hubspot', match: { path: '/token' }, times: 10, then });
  const said = /the CRM rejects the provider app: missing or invalid client secret/;
  for (const requestId of ['first', 'second'])
    expect(await get('?refresh=force', { 'x-request-id': requestId })).toMatchObject({
      status: 503,
      body: { detail: expect.stringMatching(said), context: { status: 'working' } },
    });
  expect((await get()).body).toMatchObject({ status: 'working', renewalError: expect.stringMatching(said) });
  expect(await health()).toBe('unhealthy');
  expect((await project.call('GET', '/connections?health=unhealthy')).body).toMatchObject([{ id }]);
  expect((await project.call('GET', '/connections?health=healthy')).body).toEqual([]);
  expect((await told()).slice(2)).toEqual(['connection.error']);
  expect((await entriesOf('first'))[0]).toMatchObject({
    changes: { renewalError: { after: expect.any(String) } },
  });
  service.sandbox.clearFaults();
  const [app] = (await project.call('GET', '/provider-apps')).body as { id: string }[];
  const patched = await project.call('PATCH', `/provider-apps/${app?.id}`, {
    updateMask: ['clientSecret'],
    providerApp: { clientSecret: 'the-right-one' },
  });
  expect(patched.status).toBe(200);
  expect(await project.call('GET', `${path}?refresh=force`)).toMatchObject({ status: 200 });
  expect((await get()).body).not.toHaveProperty('renewalError');
  expect(await health()).toBe('healthy');
});

test.each([
  ['renewed', {}],
  ['given up', { refreshToken: 'revoked' }],
])('a connection that is %s is noted in the transaction that stores it', async (_, setting) => {
  const { get, id } = await connected(setting);
  await get('?refresh=force', { 'x-request-id': `one-commit-${id}` });
  const { rows } = await service.database.pool.query<{ together: boolean }>(
    `SELECT a.xmin = c.xmin AS together FROM connection c JOIN audit_entry a ON a.resource_id = c.id::text
     WHERE c.id = $1 AND a.request_id = $2`,
    [id, `one-commit-${id}`],
  );
  expect(rows).toEqual([{ together: true }]);
});

test('an answer after a renewal has no credentials unless they are asked for, and is stored by nobody', async () => {
  const { get } = await connected();
  const { body, headers } = await get('?refresh=force');
  expect(body).not.toHaveProperty('creds');
  expect(headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['has ended', -1, 1],
  ['is about to end', 1, 1],
  ['lasts', 20, 0],
])(
  'with `ifExpired` a token that %s is renewed only where it does not last',
  async (what, minutes, asked) => {
    const { get, refreshes, entriesOf } = await connected({ expiresAt: inMinutes(minutes) });
    const requestId = `if-expired-${minutes}`;
    const answer = await get('?refresh=ifExpired', { 'x-request-id': requestId });
    expect([what, answer.status, answer.headers.get('cache-control')]).toEqual([what, 200, 'no-store']);
    expect((answer.body as { expireTime: string }).expireTime > inMinutes(15)).toBe(true);
    expect(refreshes()).toHaveLength(asked);
    expect(await entriesOf(requestId)).toHaveLength(asked);
  },
);

test('of two who force a renewal at once one uses the refresh token and is noted, and both get the new one', async () => {
  const { get, refreshes, account, tokensOf, entriesOf } = await connected();
  service.sandbox.settings('hubspot', account, { rotateRefreshTokens: true, latencyMs: 150 });
  const query = '?refresh=force&includeRefreshToken=true';
  const answers = await Promise.all([0, 1].map(() => get(query, { 'x-request-id': 'both' })));
  const creds = await tokensOf();
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { creds } });
  expect(refreshes().map(({ status }) => status)).toEqual([200]);
  const renewals = (await entriesOf('both')).filter(({ changes }) => 'credentials' in changes);
  expect(renewals).toHaveLength(1);
});

test('a provider that takes the refresh token no longer is told with the status that the connection has since', async () => {
  const { get, told, entriesOf, id } = await connected({ refreshToken: 'revoked' });
  const refused = await get('?refresh=force', { 'x-request-id': 'dead' });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      type: expect.stringMatching(/connection-not-working$/),
      remedy: expect.stringContaining(`connections/${id}`),
      context: { connectionId: id, status: 'bad_credentials' },
    },
  });
  expect((await told()).slice(1)).toEqual(['connection.error']);
  expect(await entriesOf('dead')).toMatchObject([
    { changes: { status: { before: 'working', after: 'bad_credentials' } } },
  ]);
  expect(await get('?refresh=force')).toMatchObject({ status: 422 });
  expect(await get()).toMatchObject({ status: 200, body: { status: 'bad_credentials' } });
});

test('a provider that does not answer leaves the connection as it was, and a token that still lives is good', async () => {
  const { get, told } = await connected({ expiresAt: inMinutes(1) });
  service.sandbox.setFault({ provider: 'hubspot', match: { path: '/token' }, then: { status: 503 } });
  expect(await get('?refresh=force')).toMatchObject({
    status: 503,
    body: { retryable: true, subsystem: 'hubspot', context: { status: 'working' } },
  });
  expect(await get('?refresh=ifExpired')).toMatchObject({ status: 200, body: { status: 'working' } });
  expect(await told()).toHaveLength(1);
});

test.each([
  ['a refresh token', { refreshToken: null }, /OAuth/],
  ['a client', { app: false }, /provider-apps/],
] as const)('without %s a renewal cannot be forced', async (_, setting, remedy) => {
  const { get } = await connected(setting);
  const refused = await get('?refresh=force');
  expect([refused.status, issuesOf(refused)]).toEqual([
    400,
    [
      expect.objectContaining({
        in: 'query',
        name: 'refresh',
        value: 'force',
        remedy: expect.stringMatching(remedy),
      }),
    ],
  ]);
  expect(await get('?refresh=ifExpired')).toMatchObject({ status: 200 });
});

test('of an ended token without a refresh token there is nothing to renew; of one without a client somebody has to mend that', async () => {
  const expiresAt = inMinutes(-1);
  const without = await connected({ refreshToken: null, expiresAt });
  expect(await without.get('?refresh=ifExpired')).toMatchObject({ status: 200 });
  const { get } = await connected({ expiresAt });
  const { project } = without;
  const key = await project.connect('key');
  expect(await project.call('GET', `/connections/${key}?refresh=ifExpired`)).toMatchObject({ status: 200 });
  expect(await project.call('GET', `/connections/${key}?refresh=force`)).toMatchObject({ status: 400 });
  expect(await get('?refresh=ifExpired')).toMatchObject({ status: 200 });
  const clientless = await connected({ app: false, expiresAt });
  expect(issuesOf(await clientless.get('?refresh=ifExpired'))).toMatchObject([{ value: 'ifExpired' }]);
});

test.each(['includeCreds', 'includeRefreshToken'])(
  'the refresh token is told to who asks for it by `%s`, and that is noted',
  async (name) => {
    const { get, entriesOf, first, id, refreshes } = await connected();
    const answer = await get(`?${name}=true`, { 'x-request-id': `told-${name}` });
    expect(answer).toMatchObject({ status: 200, body: { creds: first } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await entriesOf(`told-${name}`)).toMatchObject([
      { action: 'getConnection', resource: { kind: 'connection', id }, changes: {} },
    ]);
    expect(refreshes()).toEqual([]);
  },
);

const acting = ['?refresh=force', '?refresh=ifExpired', '?includeRefreshToken=true'];

test('neither a key without every right nor a token of one group renews, or is told refresh tokens', async () => {
  const { project, path, refreshes, entriesOf } = await connected({ expiresAt: inMinutes(-1) });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const made = await project.call('POST', '/jwt-keys', { label: 'portal', algorithm: 'EdDSA', publicKeyPem });
  const token = await new SignJWT({ groupRef: 'acme' })
    .setProtectedHeader({ alg: 'EdDSA', kid: (made.body as { kid: string }).kid })
    .setAudience(project.id)
    .setIssuedAt()
    .setExpirationTime('5 min')
    .sign(privateKey);
  const headers = { 'x-request-id': 'not-allowed' };
  const key = await project.keyWith('installations:manage');
  const below = `/projects/${project.id}${path}`;
  for (const query of acting)
    for (const credential of [{ key }, { token }])
      expect(await service.send('GET', below + query, { ...credential, headers })).toMatchObject({
        status: 403,
        body: { type: expect.stringMatching(/scope-missing$/), remedy: expect.any(String) },
      });
  expect([refreshes(), await entriesOf('not-allowed')]).toEqual([[], []]);
});

test('HEAD renews nothing, nor does a value that is not known', async () => {
  const { project, path, get, refreshes } = await connected({ expiresAt: inMinutes(-1) });
  const url = `${service.url}/v1/projects/${project.id}${path}?refresh=force`;
  expect((await fetch(url, { method: 'HEAD', headers: { 'x-api-key': project.key } })).status).toBe(405);
  const unknown = await get('?refresh=true');
  expect([unknown.status, issuesOf(unknown)]).toMatchObject([400, [{ in: 'query', name: 'refresh' }]]);
  expect(refreshes()).toEqual([]);
});

test('of a connection that is not there nothing is renewed, nor of one that no key opens', async () => {
  const { project, id, get, entriesOf } = await connected();
  for (const query of acting)
    expect(await project.call('GET', `/connections/${newId()}${query}`)).toMatchObject({ status: 404 });
  await service.database.pool.query("UPDATE connection SET credentials = 'v1:gone:a:b:c' WHERE id = $1", [
    id,
  ]);
  for (const query of acting)
    expect(await get(query, { 'x-request-id': 'sealed-fast' })).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('cannot be opened') },
    });
  expect(await entriesOf('sealed-fast')).toEqual([]);
});
