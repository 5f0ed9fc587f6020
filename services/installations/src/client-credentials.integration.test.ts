import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterEach(() => service.sandbox.clearFaults());
afterAll(() => service.close());

/** A project with an own client of its Salesforce org. */
async function withClient(clientId = 'acme') {
  const project = await testProject(service);
  const oauth2ClientCredentials = { clientId, clientSecret: 'the-secret', scopes: ['api'] };
  const instanceUrl = `${project.sandboxUrl}/salesforce`;
  const body = { provider: 'salesforce', groupRef: 'acme', providerMetadata: { instanceUrl } };
  const generate = () => project.call('POST', '/connections:generate', { ...body, oauth2ClientCredentials });
  const connect = async () => `/connections/${((await generate()).body as { id: string }).id}`;
  return { ...project, generate, connect };
}
const tokenFault = (then: 'reset' | { status: number; body: object | string }) =>
  service.sandbox.setFault({ provider: 'salesforce', match: { path: '/token' }, times: 1, then });
const said = 'the client the-secret is not known';
const refused = { status: 400, body: { error: 'invalid_client', error_description: said } };

test("an org's own client is granted a token, which opens its account and is stored sealed", async () => {
  const { call, generate } = await withClient();
  const made = await generate();
  expect(made).toMatchObject({
    status: 201,
    body: {
      authScheme: 'oauth2/clientCredentials',
      status: 'working',
      account: expect.stringMatching(/^00D/),
    },
  });
  const { id } = made.body as { id: string };
  const { body } = await call('GET', `/connections/${id}?includeCreds=true`);
  const creds = { accessToken: expect.stringMatching(/./), clientId: 'acme', clientSecret: 'the-secret' };
  expect(body).toMatchObject({ creds });
  const { rows } = await service.database.pool.query('SELECT * FROM connection WHERE id = $1', [id]);
  expect(JSON.stringify(rows)).not.toContain('the-secret');
});

test('a client that is refused makes no connection, and no answer shows its secret', async () => {
  const { call, generate } = await withClient();
  tokenFault(refused);
  const answer = await generate();
  expect(issuesOf(answer)).toMatchObject([{ name: '/oauth2ClientCredentials' }]);
  expect(JSON.stringify(answer.body)).not.toContain('the-secret');
  expect((await call('GET', '/connections')).body).toEqual([]);
});

test.each([
  [301, ''],
  [404, '<html><body>URL No Longer Exists</body></html>'],
])('where the address has no such org (%i), no connection is made', async (status, page) => {
  const { call, generate } = await withClient();
  tokenFault({ status, body: page });
  expect(issuesOf(await generate())).toMatchObject([
    { name: '/oauth2ClientCredentials', remedy: expect.stringContaining('current address') },
  ]);
  expect((await call('GET', '/connections')).body).toEqual([]);
});

test('where nobody answers, the connection is made and verified later', async () => {
  const { generate } = await withClient();
  tokenFault('reset');
  const made = await generate();
  const { id } = made.body as { id: string };
  expect(made).toMatchObject({ status: 201, body: { id, status: 'unverified', account: id } });
});

test('another secret is asked for a token first; a hidden one is the stored one', async () => {
  const { call, connect } = await withClient();
  const path = await connect();
  const patch = (clientSecret: string) =>
    call('PATCH', path, {
      updateMask: ['oauth2ClientCredentials'],
      connection: { oauth2ClientCredentials: { clientId: 'acme', clientSecret } },
    });
  expect(await patch('[hidden]')).toMatchObject({ status: 200 });
  const secretNow = async () =>
    ((await call('GET', `${path}?includeCreds=true`)).body as { creds: object }).creds;
  expect(await secretNow()).toMatchObject({ clientSecret: 'the-secret' });
  expect(await patch('another')).toMatchObject({ status: 200, body: { status: 'working' } });
  expect(await secretNow()).toMatchObject({ clientSecret: 'another' });
  tokenFault(refused);
  expect(issuesOf(await patch('a-third'))).toMatchObject([{ name: '/connection/oauth2ClientCredentials' }]);
  expect(await secretNow()).toMatchObject({ clientSecret: 'another' });
});

test('an org that does not let our address in leaves the connection alive', async () => {
  const { call, connect } = await withClient();
  const path = await connect();
  tokenFault({ status: 400, body: { error: 'invalid_grant', error_description: 'ip restricted' } });
  expect(await call('GET', `${path}?refresh=force`)).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('ip restricted'), context: { status: 'working' } },
  });
  expect(await call('GET', path)).toMatchObject({ body: { status: 'working' } });
});

const user = { basicAuth: { username: 'ann', password: 'the-secret' } };
const client = { oauth2ClientCredentials: { clientId: 'acme', clientSecret: 'the-secret' } };

test.each([
  ['hubspot', user, '/basicAuth'],
  ['salesforce', user, '/basicAuth'],
  ['hubspot', client, '/oauth2ClientCredentials'],
] as const)(
  '%s takes no %j, and says so beside every other fault of the body',
  async (provider, given, name) => {
    const { call, sandboxUrl } = await testProject(service);
    const providerMetadata = { instanceUrl: `${sandboxUrl}/salesforce` };
    const body = { provider, groupRef: 'acme', providerMetadata };
    const untaken = expect.objectContaining({ name, detail: expect.stringMatching(/does not accept such/) });
    const answer = await call('POST', '/connections:generate', { ...body, ...given, groupName: 7 });
    expect([answer.status, issuesOf(answer)]).toEqual([
      400,
      expect.arrayContaining([untaken, expect.objectContaining({ name: '/groupName' })]),
    ]);
    const apiKey = `sandbox-${provider}-acme`;
    const { id } = (await call('POST', '/connections:generate', { ...body, apiKey })).body as { id: string };
    const updateMask = Object.keys(given);
    const changed = await call('PATCH', `/connections/${id}`, { updateMask, connection: given });
    expect(issuesOf(changed)).toMatchObject([{ name: `/connection${name}` }]);
    expect(JSON.stringify([answer.body, changed.body])).not.toContain('the-secret');
  },
);

test('of several schemes none is taken, and of one whose members are wrong each fault is told', async () => {
  const { call, sandboxUrl } = await testProject(service);
  const providerMetadata = { instanceUrl: `${sandboxUrl}/salesforce` };
  const body = { provider: 'salesforce', groupRef: 'acme', providerMetadata };
  const both = await call('POST', '/connections:generate', { ...body, ...client, apiKey: 'k' });
  expect(issuesOf(both)).toMatchObject([
    { name: '/oauth2ClientCredentials', detail: expect.stringMatching(/exactly one/) },
  ]);
  const wrong = { oauth2ClientCredentials: { clientID: 'acme', clientSecret: 7 } };
  const names = issuesOf(await call('POST', '/connections:generate', { ...body, ...wrong }));
  expect(names.map(({ name }) => name).sort()).toEqual([
    '/oauth2ClientCredentials/clientID',
    '/oauth2ClientCredentials/clientId',
    '/oauth2ClientCredentials/clientSecret',
  ]);
});
