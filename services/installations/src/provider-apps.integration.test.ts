import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

const app = {
  provider: 'hubspot',
  clientId: 'client',
  clientSecret: 'a-client-secret',
  scopes: ['crm.write'],
};

test('a provider app is made, changed, listed and removed, and its secret is sealed and never answered', async () => {
  const { call, id: projectId } = await testProject(service);
  const made = await call('POST', '/provider-apps', app);
  expect(made).toMatchObject({ status: 200 });
  expect(made.body).toEqual({
    id: expect.any(String),
    projectId,
    provider: 'hubspot',
    clientId: 'client',
    scopes: ['crm.write'],
    createTime: expect.any(String),
  });
  const { id } = made.body as { id: string };
  const changed = await call('PATCH', `/provider-apps/${id}`, {
    updateMask: ['clientSecret', 'scopes'],
    providerApp: { clientId: 'is ignored', clientSecret: 'another-secret', scopes: [] },
  });
  expect(changed).toMatchObject({ status: 200, body: { clientId: 'client', scopes: [] } });
  expect((await call('GET', '/provider-apps')).body).toEqual([changed.body]);
  const { rows } = await service.database.pool.query('SELECT provider_app::text FROM provider_app');
  expect(JSON.stringify([rows, made.body, changed.body])).not.toContain('-secret');
  expect((await call('DELETE', `/provider-apps/${id}`)).status).toBe(204);
  expect((await call('DELETE', `/provider-apps/${id}`)).status).toBe(404);
  expect((await call('GET', '/provider-apps')).body).toEqual([]);
});

test('a secret that is sent back hidden stays what it is, and stands for nothing in a new app', async () => {
  const { call } = await testProject(service);
  const refused = await call('POST', '/provider-apps', { ...app, clientId: '', clientSecret: '[hidden]' });
  expect(
    issuesOf(refused)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['/clientId', '/clientSecret']);
  const { id } = (await call('POST', '/provider-apps', app)).body as { id: string };
  const sealed = async () => {
    const sql = 'SELECT client_secret FROM provider_app WHERE id = $1';
    return (await service.database.pool.query<{ client_secret: string }>(sql, [id])).rows[0]?.client_secret;
  };
  const before = await sealed();
  const { clientId, scopes } = ((await call('GET', '/provider-apps')).body as [typeof app])[0];
  const changed = await call('PATCH', `/provider-apps/${id}`, {
    updateMask: ['clientId', 'clientSecret', 'scopes'],
    providerApp: { clientId, clientSecret: '[hidden]', scopes: [...scopes, 'crm.read'] },
  });
  expect(changed).toMatchObject({ status: 200, body: { clientId, scopes: ['crm.write', 'crm.read'] } });
  expect(await sealed()).toBe(before);
});

test('a project has one app at a provider, and sees no app of another project', async () => {
  const { call } = await testProject(service);
  const { id } = (await call('POST', '/provider-apps', app)).body as { id: string };
  expect((await call('POST', '/provider-apps', { ...app, clientId: 'second' })).status).toBe(409);
  const other = await testProject(service);
  expect((await other.call('POST', '/provider-apps', app)).status).toBe(200);
  const patch = { updateMask: ['clientId'], providerApp: { clientId: 'mine now' } };
  for (const path of [`/provider-apps/${id}`, '/provider-apps/nothing']) {
    expect((await other.call('PATCH', path, patch)).status).toBe(404);
    expect((await other.call('DELETE', path)).status).toBe(404);
  }
  expect((await call('GET', '/provider-apps')).body).toEqual([
    expect.objectContaining({ clientId: 'client' }),
  ]);
});

test('an app at HubSpot names its scopes; at Salesforce it need not', async () => {
  const { call } = await testProject(service);
  const { scopes: _, ...bare } = app;
  for (const without of [bare, { ...bare, scopes: [] }]) {
    const refused = await call('POST', '/provider-apps', without);
    expect([refused.status, issuesOf(refused)]).toMatchObject([
      400,
      [{ name: '/scopes', remedy: expect.stringContaining('`"scopes":') }],
    ]);
  }
  expect((await call('POST', '/provider-apps', { ...bare, provider: 'salesforce' })).status).toBe(200);
});

test('every fault of a provider app is told, and no secret with it', async () => {
  const { call } = await testProject(service);
  const wrong = await call('POST', '/provider-apps', {
    provider: 'hubspot',
    clientId: '',
    secret: 'a-secret',
  });
  expect(wrong.status).toBe(400);
  expect(
    issuesOf(wrong)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['/clientId', '/clientSecret', '/scopes', '/secret']);
  expect(JSON.stringify(wrong.body)).not.toContain('a-secret');
  const unknown = await call('POST', '/provider-apps', { ...app, provider: 'hubspt' });
  expect(issuesOf(unknown)[0]?.detail).toContain('Did you mean `hubspot`?');
  const { id } = (await call('POST', '/provider-apps', app)).body as { id: string };
  const masked = await call('PATCH', `/provider-apps/${id}`, {
    updateMask: ['clientSecret'],
    providerApp: {},
  });
  expect(issuesOf(masked)).toEqual([expect.objectContaining({ name: '/updateMask/0' })]);
});
