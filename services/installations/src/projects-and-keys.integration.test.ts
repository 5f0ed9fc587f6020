import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

test('administrators create projects, each name once, and every fault of a body is told', async () => {
  const body = { name: 'first', appName: 'App' };
  const made = await service.send('POST', '/projects', { body });
  expect(made.status).toBe(201);
  const text: unknown = expect.any(String);
  expect(made.body).toEqual({ id: text, ...body, orgId: text, createTime: text });
  expect(await service.send('POST', '/projects', { body })).toMatchObject({
    status: 409,
    body: { title: 'The name is taken' },
  });
  const faulty = await service.send('POST', '/projects', { body: { name: 'a/b', appname: 'x' } });
  expect(faulty.status).toBe(400);
  expect(issuesOf(faulty).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['/name', '/appName', '/appname']),
  );
  const named = { name: '01980F6E-5C00-7A31-9D62-3F8B41C6E7D2', appName: 'App' };
  expect(issuesOf(await service.send('POST', '/projects', { body: named }))).toMatchObject([
    { name: '/name' },
  ]);
});

test('a key sees its own project alone, by id and by name', async () => {
  const mine = await testProject(service);
  const other = await testProject(service);
  expect((await service.send('GET', '/projects', { key: mine.key })).body).toEqual([
    expect.objectContaining({ id: mine.id }),
  ]);
  expect((await service.send('GET', `/projects/${mine.name}`, { key: mine.key })).status).toBe(200);
  expect((await service.send('GET', `/projects/${other.id}`, { key: mine.key })).status).toBe(404);
  expect((await service.send('POST', '/projects', { key: mine.key, body: {} })).status).toBe(403);
});

test('a key is shown once, works until it is deleted, and may be made by those with every right alone', async () => {
  const project = await testProject(service);
  const made = await project.call('POST', '/api-keys', { label: 'reader', scopes: ['installations:read'] });
  expect(made.status).toBe(201);
  const { id, key } = made.body as { id: string; key: string };
  expect(key).toMatch(/^writ_/);
  expect(JSON.stringify((await project.call('GET', '/api-keys')).body)).not.toContain(key);
  const path = `/projects/${project.id}`;
  expect((await service.send('GET', `${path}/integrations`, { key })).status).toBe(200);
  expect((await service.send('GET', `${path}/api-keys`, { key })).status).toBe(403);
  expect((await project.call('DELETE', `/api-keys/${id}`)).status).toBe(204);
  expect((await service.send('GET', `${path}/integrations`, { key })).status).toBe(401);
  expect((await project.call('DELETE', `/api-keys/${id}`)).status).toBe(404);
  const faulty = await project.call('POST', '/api-keys', { label: '', scopes: ['wirte:records'] });
  expect(issuesOf(faulty).map(({ name }) => name)).toEqual(['/label', '/scopes/0']);
});

test('the scope `frontend` opens integrations, connections and installations, and nothing else', async () => {
  const project = await testProject(service);
  await project.apply();
  const key = await project.keyWith('frontend');
  const path = `/projects/${project.id}`;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', below: string, body?: object) =>
    service.send(method, path + below, { key, body });
  const created = await call('POST', '/connections:generate', {
    provider: 'hubspot',
    groupRef: 'acme',
    apiKey: 'sandbox-hubspot-acme',
  });
  const connection = `/connections/${(created.body as { id: string }).id}`;
  const installations = '/integrations/crm/installations';
  const content = { write: { objects: { contacts: {} } } };
  const made = await call('POST', installations, { groupRef: 'acme', config: { content } });
  const installation = `${installations}/${(made.body as { id: string }).id}`;
  const changes = [{ op: 'add', path: '/inheritMapping', value: true }];
  const opened = [
    await call('GET', '/integrations'),
    await call('GET', '/integrations/crm'),
    await call('GET', '/connections'),
    await call('GET', connection),
    await call('GET', installations),
    await call('GET', '/installations'),
    await call('GET', installation),
    await call('PATCH', installation, {
      updateMask: ['config.content.write.objects.contacts'],
      installation: {},
    }),
    await call('PATCH', '/integrations/crm/objects/contacts/config-content', {
      groupRef: 'acme',
      action: 'write',
      changes,
    }),
    await call('DELETE', installation),
  ];
  expect([created, made, ...opened].map(({ status }) => status)).toEqual([
    201,
    201,
    ...opened.slice(0, -1).map(() => 200),
    204,
  ]);
  expect((await call('DELETE', connection)).status).toBe(404);
  const closed = [
    await call('GET', ''),
    await call('PATCH', '', {}),
    await call('GET', '/api-keys'),
    await call('PUT', '/integrations:batch', {}),
    await call('DELETE', '/integrations/crm'),
    await call('GET', `${connection}?includeCreds=true`),
  ];
  expect(closed.map(({ status }) => status)).toEqual(closed.map(() => 403));
});

test('anyone may ask what providers can do', async () => {
  const all = await service.send('GET', '/providers', { key: undefined as never });
  expect(all.status).toBe(200);
  const { url } = service.sandbox;
  const support = {
    bulkWrite: { insert: true, update: true, upsert: false, delete: false },
    proxy: false,
    read: false,
    subscribe: false,
    write: true,
  };
  const hubspot = {
    name: 'hubspot',
    displayName: 'HubSpot',
    authType: 'oauth2',
    baseURL: `${url}/hubspot`,
    support,
    associations: true,
    headers: false,
    oauth2Opts: {
      authURL: `${url}/hubspot/oauth/authorize`,
      tokenURL: `${url}/hubspot/oauth/2026-03/token`,
      grantType: 'authorizationCode',
      explicitScopesRequired: true,
      explicitWorkspaceRequired: false,
      tokenMetadataFields: { workspaceRefField: 'hub_id' },
    },
  };
  expect(all.body).toMatchObject({
    hubspot,
    salesforce: {
      name: 'salesforce',
      baseURL: `${url}/salesforce`,
      support,
      associations: false,
      headers: true,
    },
  });
  expect(Object.keys(all.body as object)).toEqual(['hubspot', 'salesforce']);
  expect(await service.send('GET', '/providers/hubspot')).toMatchObject({ status: 200, body: hubspot });
  const unknown = await service.send('GET', '/providers/hubspt');
  expect(unknown.status).toBe(404);
  expect(issuesOf(unknown)[0]?.detail).toContain('`hubspot`');
});

test('a key that stands in pages never gets to do more than pages may', async () => {
  const project = await testProject(service);
  const path = `/api-keys/${await project.keyWith('frontend')}`;
  const widen = (below: string, ...scopes: string[]) =>
    project.call('PATCH', below, { updateMask: ['label', 'scopes'], apiKey: { label: 'wide', scopes } });
  for (const scopes of [['full'], ['frontend', 'installations:read']]) {
    const refused = await widen(path, ...scopes);
    expect([refused.status, issuesOf(refused)]).toEqual([
      400,
      [expect.objectContaining({ name: '/apiKey/scopes', value: scopes })],
    ]);
  }
  expect(await widen(path, 'frontend')).toMatchObject({ status: 200, body: { scopes: ['frontend'] } });
  const other = `/api-keys/${await project.keyWith('frontend', 'operations:read')}`;
  expect((await widen(other, 'full')).status).toBe(200);
});

test('a key is changed and deleted by its value, too, which is shown nowhere', async () => {
  const project = await testProject(service);
  const other = await testProject(service);
  const key = await project.keyWith('frontend');
  expect(key).toMatch(/^writ_frontend_/);
  const path = `/api-keys/${key}`;
  const body = { updateMask: ['label'], apiKey: { label: 'page' } };
  const changed = await project.call('PATCH', path, body);
  expect(changed).toMatchObject({ status: 200, body: { label: 'page', scopes: ['frontend'] } });
  const foreign = [await other.call('PATCH', path, body), await other.call('DELETE', path)];
  const faulty = await project.call('PATCH', path, { updateMask: ['lable'], apiKey: {} });
  expect((await project.call('DELETE', path)).status).toBe(204);
  const gone = await project.call('DELETE', path);
  expect([...foreign, faulty, gone].map(({ status }) => status)).toEqual([404, 404, 400, 404]);
  const audit = await project.call('GET', '/audit');
  const secret = key.slice('writ_frontend_'.length);
  for (const told of [changed, ...foreign, faulty, gone, audit])
    expect(JSON.stringify(told.body)).not.toContain(secret);
  expect(audit.body).toMatchObject({
    results: [{ action: 'deleteApiKey' }, { action: 'patchApiKey' }, {}, {}, {}],
  });
});

// The last one: it takes a connection away, which those after it might be given before that is known.
test('a key that may have been stored, and is not answered, is told so, and the request is not to be sent again', async () => {
  const project = await testProject(service);
  await service.database.pool.query(`
    CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER goes_away AFTER INSERT ON api_key DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.label = 'lost') EXECUTE FUNCTION go_away()`);
  expect(await project.call('POST', '/api-keys', { label: 'lost' })).toMatchObject({
    status: 503,
    body: {
      retryable: false,
      context: { outcome: 'unknown' },
      remedy: expect.stringContaining(`GET /v1/projects/${project.id}/api-keys`),
    },
  });
});
