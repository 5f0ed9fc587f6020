import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, manifestWithTwin, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

/** With an installation; the provider has withdrawn the consent. */
async function deadConnection() {
  const project = await testProject(service);
  await project.apply();
  const id = await project.connect('acme', { consumerRef: 'user-1' });
  const installed = await project.install({ groupRef: 'acme', config: { content: {} } });
  const { id: installationId } = installed.body as { id: string };
  const { pool } = service.database;
  await pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [id]);
  return {
    ...project,
    id,
    projectId: project.id,
    patch: (updateMask: string[], connection: object) =>
      project.call('PATCH', `/connections/${id}`, { updateMask, connection }),
    installation: async () =>
      (await project.call('GET', `/integrations/crm/installations/${installationId}`)).body,
  };
}

test('new credentials make a connection work again, and the installations that use it healthy', async () => {
  const { patch, projectId, id, call, installation } = await deadConnection();
  expect(await installation()).toMatchObject({
    healthStatus: 'unhealthy',
    connection: { status: 'bad_credentials' },
  });
  const changed = await patch(['oauth2AuthorizationCode', 'consumerName', 'providerMetadata.region'], {
    oauth2AuthorizationCode: {
      accessToken: 'sandbox-hubspot-acme',
      refreshToken: 'sandbox-refresh-hubspot-acme',
      expiresAt: '2030-01-01T00:00:00Z',
    },
    consumerName: 'Ada',
    groupName: 'has no path and is ignored',
    providerMetadata: { region: 'eu' },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      id,
      status: 'working',
      group: { groupRef: 'acme' },
      authScheme: 'oauth2/authorizationCode',
      consumer: { consumerRef: 'user-1', consumerName: 'Ada' },
      providerMetadata: { region: { value: 'eu', source: 'input' } },
      expireTime: '2030-01-01T00:00:00.000Z',
      updateTime: expect.any(String),
    },
  });
  expect(JSON.stringify(changed.body)).not.toMatch(/sandbox-hubspot|has no path/);
  expect((await call('GET', `/connections/${id}?includeCreds=true`)).body).toMatchObject({
    creds: { refreshToken: 'sandbox-refresh-hubspot-acme' },
  });
  expect(await installation()).toMatchObject({
    healthStatus: 'healthy',
    connection: { status: 'working' },
  });
  expect((await service.events()).at(-1)).toMatchObject({
    type: 'connection.updated',
    data: { projectId, connectionId: id, consumerRef: 'user-1', consumerName: 'Ada' },
  });
});

test('a change without credentials leaves a dead connection dead, and can take members away', async () => {
  const { patch } = await deadConnection();
  await patch(['consumerName', 'providerMetadata'], {
    consumerName: 'Ada',
    providerMetadata: { region: 'eu', plan: 'pro' },
  });
  const changed = await patch(['consumerName', 'providerMetadata.plan'], {});
  expect(changed.body).toMatchObject({
    status: 'bad_credentials',
    providerMetadata: { region: { value: 'eu' } },
  });
  expect(changed.body).toMatchObject({ consumer: { consumerRef: 'user-1', consumerName: 'user-1' } });
});

test('changes do not add up to more than a connection may have', async () => {
  const { patch } = await deadConnection();
  const add = (of: string, count: number) => {
    const names = Array.from({ length: count }, (_, index) => `${of}${index}`);
    const providerMetadata = Object.fromEntries(names.map((name) => [name, 'x']));
    return patch(
      names.map((name) => `providerMetadata.${name}`),
      { providerMetadata },
    );
  };
  expect((await add('a', 60)).status).toBe(200);
  const more = await add('b', 60);
  expect([more.status, issuesOf(more)]).toMatchObject([400, [{ name: '/connection/providerMetadata' }]]);
  expect((await add('b', 40)).status).toBe(200);
});

test('credentials that are sent back hidden stay what they are, each for itself', async () => {
  const { call, connect } = await testProject(service);
  const stored = { accessToken: 'sandbox-hubspot-acme', refreshToken: 'sandbox-refresh-hubspot-acme' };
  const expireTime = '2030-01-01T00:00:00.000Z';
  const tokens = { ...stored, expiresAt: expireTime };
  const id = await connect('acme', { apiKey: undefined, oauth2AuthorizationCode: tokens });
  await service.database.pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [id]);
  const patch = (oauth2AuthorizationCode: object) =>
    call('PATCH', `/connections/${id}`, {
      updateMask: ['oauth2AuthorizationCode', 'consumerName'],
      connection: { oauth2AuthorizationCode, consumerName: 'Ada' },
    });
  const creds = async () =>
    ((await call('GET', `/connections/${id}?includeCreds=true`)).body as { creds: object }).creds;

  const same = await patch({ accessToken: '[hidden]', refreshToken: '[hidden]' });
  // They may still be refused.
  expect(same).toMatchObject({ status: 200, body: { status: 'bad_credentials', expireTime } });
  expect(await creds()).toEqual(stored);
  const withoutRefresh = await patch({ accessToken: '[hidden]' });
  expect(withoutRefresh).toMatchObject({ status: 200, body: { status: 'working', expireTime } });
  expect(await creds()).toEqual({ accessToken: stored.accessToken });
  const nothingToRefresh = await patch({ accessToken: 'sandbox-hubspot-acme', refreshToken: '[hidden]' });
  expect(issuesOf(nothingToRefresh).map(({ name }) => name)).toEqual([
    '/connection/oauth2AuthorizationCode/refreshToken',
  ]);
  await patch(stored);
  const renewed = await patch({ accessToken: 'sandbox-hubspot-acme', refreshToken: '[hidden]' });
  expect(renewed.status).toBe(200);
  expect(renewed.body).not.toHaveProperty('expireTime');
  expect(await creds()).toEqual(stored);
});

test('hidden credentials of a scheme that is not stored, or of a new connection, stand for nothing', async () => {
  const { call, connect } = await testProject(service);
  const id = await connect('acme');
  const foreign = await call('PATCH', `/connections/${id}`, {
    updateMask: ['oauth2AuthorizationCode', 'groupName'],
    connection: { oauth2AuthorizationCode: { accessToken: '[hidden]' } },
  });
  expect(issuesOf(foreign).map(({ name }) => name)).toEqual([
    '/connection/oauth2AuthorizationCode/accessToken',
    '/updateMask/1',
  ]);
  const unchanged = await call('PATCH', `/connections/${id}`, {
    updateMask: ['apiKey'],
    connection: { apiKey: '[hidden]' },
  });
  expect(unchanged.status).toBe(200);
  expect((await call('GET', `/connections/${id}?includeCreds=true`)).body).toMatchObject({
    creds: { apiKey: 'sandbox-hubspot-acme' },
  });
  const made = { provider: 'hubspot', groupRef: 'acme' };
  const refused = [
    await call('POST', '/connections:generate', { ...made, apiKey: '[hidden]' }),
    await call('POST', '/connections:generate', {
      ...made,
      oauth2AuthorizationCode: { accessToken: 'a-token', refreshToken: '[hidden]' },
    }),
  ];
  expect(refused.map((answer) => issuesOf(answer).map(({ name }) => name))).toEqual([
    ['/apiKey'],
    ['/oauth2AuthorizationCode/refreshToken'],
  ]);
});

test('a mask names credentials in one way: another spelling would store what is hidden, or two schemes', async () => {
  const { call, connect } = await testProject(service);
  const id = await connect('acme');
  const apiKey = '[hidden]';
  const oauth2AuthorizationCode = { accessToken: 'a-token' };
  const refused = await call('PATCH', `/connections/${id}`, {
    updateMask: ['\\apiKey', 'oauth2AuthorizationCod\\e'],
    connection: { apiKey, oauth2AuthorizationCode },
  });
  expect(issuesOf(refused).map(({ name }) => name)).toEqual(['/updateMask/0', '/updateMask/1']);
  expect((await call('GET', `/connections/${id}?includeCreds=true`)).body).toMatchObject({
    creds: { apiKey: 'sandbox-hubspot-acme' },
  });
});

test('every fault of a change is told, without a credential', async () => {
  const { patch, call, id } = await deadConnection();
  const before = (await call('GET', `/connections/${id}`)).body;
  const wrong = await patch(['consumrName', 'account', 'apiKey', 'oauth2AuthorizationCode.accessToken'], {
    consumerName: 7,
    apikey: 'a-secret',
  });
  expect(wrong.status).toBe(400);
  expect(
    issuesOf(wrong)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    '/connection/apikey',
    '/connection/consumerName',
    '/updateMask/0',
    '/updateMask/1',
    '/updateMask/2',
    '/updateMask/3',
  ]);
  expect(JSON.stringify(wrong.body)).toContain('Did you mean `consumerName`?');
  expect(JSON.stringify(wrong.body)).not.toContain('a-secret');
  const both = await patch(['apiKey', 'oauth2AuthorizationCode'], {
    apiKey: 'a-secret',
    oauth2AuthorizationCode: { accessToken: 'a-secret' },
  });
  expect(issuesOf(both)).toEqual([expect.objectContaining({ name: '/updateMask/1' })]);
  const nowhere = await patch(['groupName', 'providerMetadata.region'], {});
  expect(issuesOf(nowhere).map(({ name }) => name)).toEqual(['/updateMask/0', '/updateMask/1']);
  expect((await call('GET', `/connections/${id}`)).body).toEqual(before);
  expect(
    (await call('PATCH', '/connections/nothing', { updateMask: ['apiKey'], connection: { apiKey: 'k' } }))
      .status,
  ).toBe(404);
});

test('new credentials have to open the account that the connection leads to', async () => {
  const { patch } = await deadConnection();
  const other = await patch(['apiKey'], { apiKey: 'sandbox-hubspot-other' });
  expect(other.status).toBe(400);
  expect(issuesOf(other)).toEqual([
    expect.objectContaining({
      name: '/connection',
      remedy: 'Create a new connection for the other account.',
    }),
  ]);
});

test('new credentials have to be taken; where nobody can be asked the connection waits to be verified', async () => {
  const { patch, id } = await deadConnection();
  expect(issuesOf(await patch(['apiKey'], { apiKey: 'dead' })).map(({ name }) => name)).toEqual([
    '/connection/apiKey',
  ]);
  const { pool } = service.database;
  await pool.query('UPDATE connection SET account = id::text WHERE id = $1', [id]);
  service.sandbox.setFault({
    provider: 'hubspot',
    match: { path: 'account-info' },
    times: 1,
    then: { status: 503 },
  });
  const apiKey = 'sandbox-hubspot-acme';
  expect((await patch(['apiKey'], { apiKey })).body).toMatchObject({ status: 'unverified', account: id });
  const learnt = await patch(['apiKey'], { apiKey });
  expect(learnt.body).toMatchObject({ status: 'working', account: expect.stringMatching(/^\d+$/) });
});

test('credentials that are refused leave those that work, and a token that has ended is renewed for the same account', async () => {
  const { call, connect, sandboxUrl } = await testProject(service);
  const provider = 'salesforce';
  await call('POST', '/provider-apps', { provider, clientId: 'client', clientSecret: 'secret' });
  service.sandbox.settings(provider, 'rotating', { rotateRefreshTokens: true });
  const stored = {
    accessToken: 'sandbox-salesforce-rotating',
    refreshToken: 'sandbox-refresh-salesforce-rotating',
  };
  const providerMetadata = { instanceUrl: `${sandboxUrl}/salesforce` };
  const made = { apiKey: undefined, provider, providerMetadata, oauth2AuthorizationCode: stored };
  const id = await connect('acme', made);
  const patch = (oauth2AuthorizationCode: object) =>
    call('PATCH', `/connections/${id}`, {
      updateMask: ['oauth2AuthorizationCode'],
      connection: { oauth2AuthorizationCode },
    });
  const now = async () => (await call('GET', `/connections/${id}?includeCreds=true`)).body;

  const dead = await patch({ accessToken: 'wrong', refreshToken: 'wrong-too' });
  expect([dead.status, issuesOf(dead)]).toMatchObject([
    400,
    [{ name: '/connection/oauth2AuthorizationCode/accessToken' }],
  ]);
  const other = await patch({ accessToken: 'ended', refreshToken: 'sandbox-refresh-salesforce-globex' });
  expect([other.status, issuesOf(other)]).toMatchObject([400, [{ name: '/connection' }]]);
  expect(await now()).toMatchObject({ status: 'working', creds: stored });
  const renewed = await patch({ accessToken: 'ended', refreshToken: '[hidden]' });
  expect(renewed).toMatchObject({ status: 200, body: { status: 'working' } });
  const after = await now();
  expect(after).toMatchObject({
    creds: { accessToken: expect.stringMatching(/at-/), refreshToken: expect.stringMatching(/^rt-/) },
  });
  // A changed address does not use up the stored refresh token.
  const { creds } = after as { creds: object };
  const elsewhere = { providerMetadata: { instanceUrl: `${sandboxUrl}/salesforce/elsewhere` } };
  service.sandbox.setFault({ provider, match: { path: '/userinfo' }, times: 1, then: { status: 401 } });
  const updateMask = ['providerMetadata.instanceUrl'];
  await call('PATCH', `/connections/${id}`, { updateMask, connection: elsewhere });
  expect(await now()).toMatchObject({
    status: 'working',
    creds,
    providerMetadata: { instanceUrl: { value: `${sandboxUrl}/salesforce/elsewhere` } },
  });
  expect(service.sandbox.journal().at(-1)).toMatchObject({ path: expect.stringMatching(/userinfo/) });
});

const answers = {
  nothing: 'reset',
  'a page of a proxy': { status: 403, body: '<html><body>Forbidden</body></html>' },
  'an error of something else': { status: 404, body: { message: 'no such page' } },
  'that it is busy': { status: 503, body: '' },
} as const;

test.each([
  ['nothing', 'unverified'],
  ['a page of a proxy', 'unverified'],
  ['an error of something else', 'unverified'],
  ['that it is busy', 'unverified'],
] as const)('where a new address answers %s, the connection is to be verified', async (answer, status) => {
  const { call, connect, sandboxUrl } = await testProject(service);
  const provider = 'salesforce';
  await call('POST', '/provider-apps', { provider, clientId: 'client', clientSecret: 'secret' });
  const made = {
    apiKey: undefined,
    provider,
    providerMetadata: { instanceUrl: `${sandboxUrl}/salesforce` },
    oauth2AuthorizationCode: { accessToken: 'sandbox-salesforce-acme' },
  };
  const change = (accessToken: string) => ({
    providerMetadata: { instanceUrl: `${sandboxUrl}/salesforce/elsewhere` },
    oauth2AuthorizationCode: { accessToken, refreshToken: 'sandbox-refresh-salesforce-acme' },
  });
  const strike = () =>
    service.sandbox.setFault({ provider, match: { path: '/elsewhere' }, times: 9, then: answers[answer] });
  const address = 'providerMetadata.instanceUrl';
  for (const [updateMask, accessToken] of [
    [[address, 'oauth2AuthorizationCode'], 'sandbox-salesforce-acme'],
    [[address], 'sandbox-salesforce-acme'],
  ] as const) {
    const id = await connect(newId(), made);
    strike();
    const changed = await call('PATCH', `/connections/${id}`, {
      updateMask,
      connection: change(accessToken),
    });
    service.sandbox.clearFaults();
    expect(changed).toMatchObject({ status: 200, body: { status, providerMetadata: { instanceUrl: {} } } });
  }
});

test('the address of a Salesforce account stays one of its hosts, or one that an operator listed', async () => {
  const project = await testProject(service);
  const instanceUrl = `${project.sandboxUrl}/salesforce`;
  const id = await project.connect('acme', {
    provider: 'salesforce',
    apiKey: 'sandbox-salesforce-acme',
    providerMetadata: { instanceUrl },
  });
  const patch = (updateMask: string[], connection: object) =>
    project.call('PATCH', `/connections/${id}`, { updateMask, connection });
  const evil = await patch(['providerMetadata.instanceUrl'], {
    providerMetadata: { instanceUrl: 'https://evil.example' },
  });
  expect(issuesOf(evil)).toEqual([
    expect.objectContaining({ name: '/connection/providerMetadata/instanceUrl' }),
  ]);
  expect(issuesOf(await patch(['providerMetadata'], {}))).toHaveLength(1);
  expect(
    await patch(['providerMetadata'], { providerMetadata: { instanceUrl, region: 'eu' } }),
  ).toMatchObject({
    status: 200,
    body: { providerMetadata: { instanceUrl: { value: instanceUrl }, region: { value: 'eu' } } },
  });
});

test('an installation that moves to a connection that works is healthy, one that is made over a dead one is not', async () => {
  const { id, installation, apply, install, connect, projectId, call } = await deadConnection();
  await apply();
  const working = await connect('acme', { apiKey: 'sandbox-hubspot-globex' });
  const { id: installationId } = (await installation()) as { id: string };
  const moved = await call('PATCH', `/integrations/crm/installations/${installationId}`, {
    updateMask: ['connectionId'],
    installation: { connectionId: working },
  });
  expect(moved.body).toMatchObject({ projectId, healthStatus: 'healthy' });
  await apply(manifestWithTwin);
  const made = await install({ groupRef: 'acme', connectionId: id, config: { content: {} } }, 'twin');
  expect(made.body).toMatchObject({ healthStatus: 'unhealthy' });
});
