import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

test('a connection learns its account from the provider, and its credentials are sealed and not answered', async () => {
  const { call, id: projectId } = await testProject(service);
  const made = await call('POST', '/connections:generate', {
    provider: 'hubspot',
    groupRef: 'acme',
    consumerRef: 'user-1',
    oauth2AuthorizationCode: {
      accessToken: 'sandbox-hubspot-acme',
      refreshToken: 'sandbox-refresh-hubspot-acme',
      expiresAt: '2029-12-31t01:01:00-22:59',
    },
  });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: expect.any(String),
    projectId,
    provider: 'hubspot',
    group: { groupRef: 'acme', groupName: 'acme', projectId, createTime: expect.any(String) },
    consumer: {
      consumerRef: 'user-1',
      consumerName: 'user-1',
      projectId,
      createTime: expect.any(String),
    },
    account: expect.stringMatching(/^\d+$/),
    authScheme: 'oauth2/authorizationCode',
    status: 'working',
    expireTime: '2030-01-01T00:00:00.000Z',
    createTime: expect.any(String),
  });
  const { rows } = await service.database.pool.query<{ row: string }>(
    'SELECT connection::text AS row FROM connection',
  );
  expect(JSON.stringify(rows)).not.toContain('sandbox-hubspot-acme');
  const { id } = made.body as { id: string };
  expect((await service.events()).at(-1)).toMatchObject({
    type: 'connection.created',
    data: { projectId, connectionId: id, provider: 'hubspot', groupRef: 'acme', consumerRef: 'user-1' },
  });
});

test.each([
  ['hubspot', {}, '/apiKey'],
  ['salesforce', {}, '/apiKey'],
  [
    'hubspot',
    { apiKey: undefined, oauth2AuthorizationCode: { accessToken: 'dead' } },
    '/oauth2AuthorizationCode/accessToken',
  ],
] as const)('credentials that %s does not take make no connection', async (provider, more, name) => {
  const { call, sandboxUrl } = await testProject(service);
  const providerMetadata = { instanceUrl: `${sandboxUrl}/salesforce` };
  const body = { provider, groupRef: 'acme', apiKey: 'dead', providerMetadata, ...more };
  const refused = await call('POST', '/connections:generate', body);
  expect([refused.status, issuesOf(refused).map((issue) => issue.name)]).toEqual([400, [name]]);
  expect(issuesOf(refused)[0]?.detail).toContain('does not take these credentials');
  expect((await call('GET', '/connections')).body).toEqual([]);
});

const down = {
  provider: 'hubspot',
  match: { path: 'account-info' },
  times: 1,
  then: { status: 503 },
} as const;

test('a connection that the provider cannot be asked about is not verified, and its own account; a second request mends both', async () => {
  const { call } = await testProject(service);
  const body = { provider: 'hubspot', groupRef: 'acme', apiKey: 'sandbox-hubspot-acme' };
  service.sandbox.setFault(down);
  const made = await call('POST', '/connections:generate', body);
  const { id } = made.body as { id: string };
  expect(made).toMatchObject({ status: 201, body: { status: 'unverified', account: id } });
  const again = await call('POST', '/connections:generate', { ...body, consumerRef: 'user-2' });
  expect(again).toMatchObject({
    status: 201,
    body: {
      id,
      status: 'working',
      account: expect.stringMatching(/^\d+$/),
      consumer: { consumerRef: 'user-2' },
    },
  });
  expect((await service.events()).at(-1)).toMatchObject({
    type: 'connection.updated',
    data: { connectionId: id },
  });
});

/** As stored. */
const credsOf = async ({ call }: Awaited<ReturnType<typeof testProject>>, id: string) =>
  ((await call('GET', `/connections/${id}?includeCreds=true`)).body as { creds: object }).creds;
const app = { clientId: 'client', clientSecret: 'secret', scopes: ['oauth'] };

test.each(['hubspot', 'salesforce'] as const)(
  'a token of %s that has ended is renewed there and then, and a used up refresh token is not kept',
  async (provider) => {
    const project = await testProject(service);
    const { call, sandboxUrl } = project;
    service.sandbox.settings(provider, 'rotating', { rotateRefreshTokens: true });
    const refreshToken = `sandbox-refresh-${provider}-rotating`;
    const body = {
      provider,
      groupRef: 'acme',
      providerMetadata: { instanceUrl: `${sandboxUrl}/salesforce` },
      oauth2AuthorizationCode: { accessToken: 'ended', refreshToken, expiresAt: '2020-01-01T00:00:00Z' },
    };
    // Cannot be refreshed yet.
    expect((await call('POST', '/connections:generate', body)).status).toBe(400);
    await call('POST', '/provider-apps', { ...app, provider });
    const made = await call('POST', '/connections:generate', body);
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'working', account: expect.stringMatching(/^(?:\d+|00D.*)$/) },
    });
    const { id, expireTime = '9999' } = made.body as { id: string; expireTime?: string };
    expect(expireTime > new Date().toISOString()).toBe(true);
    const creds = await credsOf(project, id);
    expect(creds).toEqual({ accessToken: expect.any(String), refreshToken: expect.stringMatching(/^rt-/) });
    expect(creds).not.toMatchObject({ accessToken: 'ended' });
    // Used up now.
    expect((await call('POST', '/connections:generate', body)).status).toBe(400);
  },
);

test('a token that has ended is to be verified only where nobody answers who could renew it', async () => {
  const project = await testProject(service);
  const { call } = project;
  await call('POST', '/provider-apps', { ...app, provider: 'hubspot' });
  const stored = { accessToken: 'ended', refreshToken: 'sandbox-refresh-hubspot-globex' };
  const body = { provider: 'hubspot', groupRef: 'acme', oauth2AuthorizationCode: stored };
  const token = { provider: 'hubspot', match: { path: '/token' }, times: 1 } as const;
  service.sandbox.setFault({ ...token, then: 'reset' });
  const made = await call('POST', '/connections:generate', body);
  const { id } = made.body as { id: string };
  expect(made).toMatchObject({ status: 201, body: { status: 'unverified', account: id } });
  expect(await credsOf(project, id)).toEqual(stored);
  // These tokens do not name an account, and it cannot be asked for.
  const granted = { access_token: 'sandbox-hubspot-globex', refresh_token: 'rt-2' };
  service.sandbox.setFault({ ...token, then: { status: 200, body: granted } });
  service.sandbox.setFault({ ...down, account: 'globex' });
  const again = await call('POST', '/connections:generate', body);
  expect(again).toMatchObject({ status: 201, body: { id, status: 'unverified', account: id } });
  expect(await credsOf(project, id)).toEqual({ accessToken: granted.access_token, refreshToken: 'rt-2' });
});

test('a group connects the same account again and keeps its connection; another account is another connection', async () => {
  const { call, connect } = await testProject(service);
  const first = await connect('acme', { groupName: 'Acme' });
  await service.database.pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [
    first,
  ]);
  const apiKey = 'sandbox-hubspot-globex';
  const other = await connect('acme', { apiKey });
  expect(other).not.toBe(first);
  expect(await connect('acme')).toBe(first);
  expect((await call('GET', `/connections/${first}`)).body).toMatchObject({
    status: 'working',
    group: { groupName: 'Acme' },
  });
  // An unknown key never replaces a working one.
  service.sandbox.setFault(down);
  const unknown = await connect('acme', { apiKey });
  expect([first, other]).not.toContain(unknown);
  expect(new Set(await Promise.all([connect('new'), connect('new')])).size).toBe(1);
});

test('of several connections to one account the one that does not work is mended, and keeps its metadata', async () => {
  const { call, connect } = await testProject(service);
  const first = await connect('acme', { providerMetadata: { region: 'eu' } });
  const other = await connect('acme', { apiKey: 'sandbox-hubspot-globex' });
  await service.database.pool.query(
    `UPDATE connection SET account = own.account, status = CASE connection.id WHEN own.id THEN 'bad_credentials' ELSE 'working' END
     FROM connection AS own WHERE own.id = $1 AND connection.id = ANY ($2)`,
    [first, [first, other]],
  );
  expect(await connect('acme')).toBe(first);
  expect((await call('GET', `/connections/${first}`)).body).toMatchObject({
    status: 'working',
    providerMetadata: { region: { value: 'eu', source: 'input' } },
  });
  expect(await connect('acme')).toBe(other);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`fact-${at}`, 'x']));
  expect(await connect('acme', { providerMetadata: many })).toBe(other);
  const body = { provider: 'hubspot', groupRef: 'acme', apiKey: 'sandbox-hubspot-acme' };
  const tooMany = await call('POST', '/connections:generate', { ...body, providerMetadata: { one: 'more' } });
  expect([tooMany.status, issuesOf(tooMany).map(({ name }) => name)]).toEqual([400, ['/providerMetadata']]);
});

test('credentials of an account that the provider does not tell are not those of a connection whose account is known', async () => {
  const { connect } = await testProject(service);
  const dead = await connect();
  await service.database.pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [dead]);
  const body = { category: 'MISSING_SCOPES', message: 'The token may not tell' };
  service.sandbox.setFault({ ...down, then: { status: 403, body } });
  expect(await connect('acme', { apiKey: 'sandbox-hubspot-globex' })).not.toBe(dead);
});

test('a connection of an account that is not known keeps its credentials, unless they are given again or refused', async () => {
  const { connect, call } = await testProject(service);
  const accountOf = async (id: string) =>
    ((await call('GET', `/connections/${id}`)).body as { account: string }).account;
  const fault = (status: number) =>
    service.sandbox.setFault({
      ...down,
      then: { status, body: { category: 'MISSING_SCOPES', message: 'The token may not tell' } },
    });
  for (const status of [403, 503]) {
    const groupRef = `group-${status}`;
    fault(status);
    const unknown = await connect(groupRef);
    expect(await accountOf(unknown)).toBe(unknown);
    const other = await connect(groupRef, { apiKey: 'sandbox-hubspot-globex' });
    expect(other).not.toBe(unknown);
    expect(await accountOf(unknown)).toBe(unknown);
    expect(await connect(groupRef)).toBe(unknown);
    expect(new Set([unknown, await accountOf(unknown), await accountOf(other)]).size).toBe(3);
  }
  fault(403);
  const dead = await connect('dead');
  await service.database.pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [dead]);
  expect(await connect('dead', { apiKey: 'sandbox-hubspot-globex' })).toBe(dead);
});

test('credentials that are to be verified are not given to a connection whose own may be good', async () => {
  const { connect } = await testProject(service);
  const known = await connect();
  const setStatus = (status: string) =>
    service.database.pool.query('UPDATE connection SET status = $2 WHERE id = $1', [known, status]);
  const connectWhileDown = () => {
    service.sandbox.setFault(down);
    return connect('acme', { apiKey: 'sandbox-hubspot-globex' });
  };
  await setStatus('bad_credentials');
  expect(await connectWhileDown()).toBe(known);
  await setStatus('unverified');
  expect(await connectWhileDown()).not.toBe(known);
});

test('Salesforce is called at its own hosts, or at hosts that an operator listed', async () => {
  const { call, sandboxUrl } = await testProject(service);
  const body = { provider: 'salesforce', groupRef: 'acme', apiKey: 'sandbox-salesforce-acme' };
  const generate = (more: object) => call('POST', '/connections:generate', { ...body, ...more });
  const listed = await generate({ providerMetadata: { instanceUrl: `${sandboxUrl}/salesforce/` } });
  expect(listed).toMatchObject({
    status: 201,
    body: {
      account: expect.stringMatching(/^00D/),
      providerMetadata: { instanceUrl: { value: `${sandboxUrl}/salesforce` } },
    },
  });
  expect(issuesOf(await generate({}))).toEqual([
    expect.objectContaining({ name: '/providerMetadata/instanceUrl' }),
  ]);
  const evil = await generate({ providerMetadata: { instanceUrl: 'https://evil.example/salesforce.com' } });
  expect(evil.status).toBe(400);
  expect(issuesOf(await generate({ providerWorkspaceRef: 'evil.example/' }))).toEqual([
    expect.objectContaining({ name: '/providerWorkspaceRef' }),
  ]);
});

test('every fault of a connection is told, and no credential with it', async () => {
  const { call } = await testProject(service);
  const both = await call('POST', '/connections:generate', {
    provider: 'hubspot',
    groupReff: 'acme',
    apiKey: 'a-secret',
    accessToken: 'misplaced-secret',
    oauth2AuthorizationCode: { accessToken: 'another secret' },
  });
  expect(both.status).toBe(400);
  expect(issuesOf(both).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['/groupRef', '/groupReff', '/oauth2AuthorizationCode']),
  );
  expect(JSON.stringify(both.body)).not.toMatch(/secret/);
  const empty = await call('POST', '/connections:generate', { provider: '', groupRef: 'acme', apiKey: 'k' });
  expect([empty.status, issuesOf(empty).map(({ name }) => name)]).toEqual([400, ['/provider']]);
  const none = await call('POST', '/connections:generate', { provider: 'hubspt', groupRef: 'acme' });
  expect(issuesOf(none).map(({ name }) => name)).toEqual(['/apiKey', '/provider']);
  const unknown = await call('POST', '/connections:generate', {
    provider: 'hubspt',
    groupRef: 'acme',
    apiKey: 'k',
  });
  expect(issuesOf(unknown)[0]?.detail).toContain('Did you mean `hubspot`?');
  const misplaced = await call('POST', '/connections:generate', {
    provider: 'a-secret',
    groupRef: 'acme',
    apiKey: 'k',
  });
  const withPassword = await call('POST', '/connections:generate', {
    provider: 'salesforce',
    groupRef: 'acme',
    oauth2AuthorizationCode: { accessToken: 'another-secret' },
    providerMetadata: { instanceUrl: 'https://ann:secret@acme.my.salesforce.com' },
  });
  expect([misplaced.status, withPassword.status]).toEqual([400, 400]);
  expect(JSON.stringify([misplaced.body, withPassword.body])).not.toMatch(/secret/);
});

test('connections are listed by provider and group, and credentials answered to every right alone', async () => {
  const project = await testProject(service);
  const id = await project.connect('acme');
  await project.connect('other');
  const list = (await project.call('GET', '/connections?provider=hubspot&groupRef=acme')).body;
  expect(list).toEqual([expect.objectContaining({ id })]);
  expect(list).toEqual([expect.not.objectContaining({ creds: expect.anything() })]);
  const withCreds = await project.call('GET', `/connections/${id}?includeCreds=true`);
  expect(withCreds.body).toMatchObject({ creds: { apiKey: 'sandbox-hubspot-acme' } });
  const key = await project.keyWith('installations:manage');
  const path = `/projects/${project.id}/connections/${id}`;
  expect((await service.send('GET', `${path}?includeCreds=true`, { key })).status).toBe(403);
  expect((await service.send('GET', path, { key })).status).toBe(200);
  expect((await project.call('GET', '/connections/nothing')).status).toBe(404);
});

test('credentials that no key opens are not available now; the connection is', async () => {
  const project = await testProject(service);
  const id = await project.connect('acme');
  await service.database.pool.query("UPDATE connection SET credentials = 'v1:gone:a:b:c' WHERE id = $1", [
    id,
  ]);
  expect(await project.call('GET', `/connections/${id}?includeCreds=true`)).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('cannot be opened'), remedy: expect.stringContaining('key') },
  });
  expect((await project.call('GET', `/connections/${id}`)).status).toBe(200);
});

test('a time, an id and texts that no database takes are issues', async () => {
  const { call } = await testProject(service);
  const nul = await call('GET', '/connections?provider=%00');
  expect({ status: nul.status, issues: issuesOf(nul) }).toMatchObject({
    status: 400,
    issues: [{ in: 'query', name: 'provider' }],
  });
  const leap = await call('POST', '/connections:generate', {
    provider: 'hubspot',
    groupRef: 'acme',
    oauth2AuthorizationCode: { accessToken: 'k', expiresAt: '2026-11-21T23:59:60Z' },
  });
  expect(issuesOf(leap).map(({ name }) => name)).toEqual(['/oauth2AuthorizationCode/expiresAt']);
  expect((await call('GET', '/connections/%00')).status).toBe(404);
});

test('a connection in use is kept, and another one is deleted with an event', async () => {
  const project = await testProject(service);
  await project.apply();
  const used = await project.connect();
  const unused = await project.connect('other');
  const { id } = (await project.install({ groupRef: 'acme', config: { content: {} } })).body as {
    id: string;
  };
  const refused = await project.call('DELETE', `/connections/${used}`);
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: `Installations write through this connection, such as \`${id}\`.` },
  });
  expect((await project.call('DELETE', `/connections/${unused}`)).status).toBe(204);
  expect((await project.call('DELETE', `/connections/${unused}`)).status).toBe(404);
  expect((await service.events()).at(-1)).toMatchObject({
    type: 'connection.deleted',
    data: { connectionId: unused },
  });
});
