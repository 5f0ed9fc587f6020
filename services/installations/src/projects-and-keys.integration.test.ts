import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { providerSchema } from '@writ/contracts';
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
  expect(made.body).toEqual({
    id: text,
    ...body,
    orgId: text,
    pageKeys: false,
    gather: false,
    createTime: text,
  });
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
    await call('GET', '/connections?groupRef=acme'),
    await call('GET', connection),
    await call('GET', `${installations}?groupRef=acme`),
    await call('GET', '/installations?groupRef=acme'),
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
  // The connection stays: pages may not delete it.
  expect((await call('GET', connection)).status).toBe(200);
  const closed = [
    await call('DELETE', connection),
    await call('PATCH', connection, { updateMask: ['groupName'], connection: { groupName: 'A' } }),
    await call('GET', ''),
    await call('PATCH', '', {}),
    await call('GET', '/api-keys'),
    await call('PUT', '/integrations:batch', {}),
    await call('DELETE', '/integrations/crm'),
    await call('GET', `${connection}?includeCreds=true`),
  ];
  expect(closed.map(({ status }) => status)).toEqual(closed.map(() => 403));
});

test('a key that stands in a page sees no list of all groups, and leads no group to what is another one', async () => {
  const project = await testProject(service);
  await project.apply();
  const path = `/projects/${project.id}`;
  const key = await project.keyWith('frontend');
  const victims = await project.connect('victim');
  const other = await project.connect('attacker');
  const made = await project.install({ groupRef: 'victim', config: { content: {} } });
  const installation = `/integrations/crm/installations/${(made.body as { id: string }).id}`;
  for (const list of ['/connections', '/installations', '/integrations/crm/installations']) {
    const refused = await service.send('GET', `${path}${list}?health=healthy`, { key });
    expect([refused.status, issuesOf(refused)]).toMatchObject([400, [{ in: 'query', name: 'groupRef' }]]);
    const { body } = await service.send('GET', `${path}${list}?groupRef=attacker`, { key });
    expect(JSON.stringify(body)).not.toContain('victim');
  }
  const move = { updateMask: ['connectionId'], installation: { connectionId: other } };
  const install = { groupRef: 'attacker', connectionId: victims, config: { content: {} } };
  const refused = [
    await service.send('PATCH', path + installation, { key, body: move }),
    await service.send('POST', `${path}/integrations/crm/installations`, { key, body: install }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400]);
  expect(refused.flatMap(issuesOf).map(({ name }) => name)).toEqual([
    '/installation/connectionId',
    '/connectionId',
  ]);
});

test('a key that stands in a page gives no other credentials to a connection that exists', async () => {
  const { id, connect, call, keyWith } = await testProject(service);
  const key = await keyWith('frontend');
  const generate = (apiKey: string) =>
    service.send('POST', `/projects/${id}/connections:generate`, {
      key,
      body: { provider: 'hubspot', groupRef: 'acme', apiKey },
    });
  const connectionId = await connect('acme');
  const again = await generate('sandbox-hubspot-acme');
  expect(again).toMatchObject({ status: 201, body: { id: connectionId } });
  // An account has two valid tokens; a connection with a refused token may have an unknown account.
  const { body } = await call(
    'GET',
    `/connections/${await connect('other', { apiKey: 'sandbox-hubspot-globex' })}`,
  );
  const { pool } = service.database;
  await pool.query('UPDATE connection SET account = $2 WHERE id = $1', [
    connectionId,
    (body as { account: string }).account,
  ]);
  const refused = await generate('sandbox-hubspot-globex');
  expect(refused).toMatchObject({ status: 403, body: { remedy: expect.stringContaining('groupRef') } });
  await pool.query(`UPDATE connection SET account = id::text, status = 'bad_credentials' WHERE id = $1`, [
    connectionId,
  ]);
  expect((await generate('sandbox-hubspot-globex')).status).toBe(403);
  const creds = await call('GET', `/connections/${connectionId}?includeCreds=true`);
  expect(creds.body).toMatchObject({ creds: { apiKey: 'sandbox-hubspot-acme' } });
});

test('a project that accepts no keys of pages refuses those that it has, and makes none', async () => {
  const project = await testProject(service);
  await project.apply();
  const path = `/projects/${project.id}`;
  const keys = [await project.keyWith('frontend'), await project.keyWith('frontend', 'write:records')];
  const asked = (key: string) => service.send('GET', `${path}/integrations`, { key });
  const patch = (pageKeys: boolean) =>
    project.call('PATCH', '', { updateMask: ['pageKeys'], project: { pageKeys } });
  const statuses = async () => Promise.all(keys.map(async (key) => (await asked(key)).status));
  expect(await statuses()).toEqual([200, 200]);
  expect(await patch(false)).toMatchObject({ status: 200, body: { pageKeys: false } });
  expect(await statuses()).toEqual([403, 403]);
  expect((await asked(project.key)).status).toBe(200);
  const [first = ''] = keys;
  expect((await asked(first)).body).toMatchObject({
    detail: expect.stringContaining('does not accept keys in pages'),
    remedy: expect.stringMatching(/groupRef.*pageKeys/),
  });
  const ofConsole = { bare: true, headers: { 'X-Writ-Console': '1' } };
  const session = await service.send('POST', '/session', { ...ofConsole, body: { apiKey: first } });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  const bySession = { bare: true, headers: { Cookie: cookie, 'X-Writ-Console': '1' } };
  expect((await service.send('GET', `${path}/integrations`, bySession)).status).toBe(403);

  const made = await project.call('POST', '/api-keys', { label: 'page', scopes: ['frontend'] });
  expect([made.status, issuesOf(made)]).toMatchObject([400, [{ name: '/scopes' }]]);
  const { id } = (await project.call('POST', '/api-keys', { label: 'x', scopes: ['write:records'] }))
    .body as { id: string };
  const widened = await project.call('PATCH', `/api-keys/${id}`, {
    updateMask: ['scopes'],
    apiKey: { scopes: ['write:records', 'frontend'] },
  });
  expect([widened.status, issuesOf(widened)]).toMatchObject([400, [{ name: '/apiKey/scopes' }]]);

  await patch(true);
  expect(await statuses()).toEqual([200, 200]);
  const audit = await project.call('GET', '/audit?resource=project');
  expect(audit.body).toMatchObject({
    results: [{ changes: { pageKeys: { before: false, after: true } } }, {}, {}],
  });
});

test('administrators set how long a project keeps things; a key of it may not', async () => {
  const project = await testProject(service);
  const path = `/projects/${project.id}`;
  const patch = (members: Record<string, number | null>, send = service.send) =>
    send('PATCH', path, { body: { updateMask: Object.keys(members), project: members } });
  const days = { sentRetentionDays: 2, operationRetentionDays: 10, deliveryRetentionDays: 5 };
  const refused = await project.call('PATCH', '', { updateMask: Object.keys(days), project: days });
  expect([refused.status, refused.body]).toMatchObject([403, { detail: expect.stringContaining('sentRet') }]);
  expect(await patch(days)).toMatchObject({ status: 200, body: days });
  expect((await project.call('GET', '')).body).toMatchObject(days);

  const outside = { sentRetentionDays: 0, operationRetentionDays: 3, deliveryRetentionDays: 3_651 };
  expect(issuesOf(await patch(outside)).map(({ name }) => name)).toEqual(
    Object.keys(outside).map((name) => `/project/${name}`),
  );
  // Only the stored number shows that it is too long.
  const longer = await patch({ sentRetentionDays: 11 });
  expect([longer.status, issuesOf(longer)]).toMatchObject([400, [{ name: '/project/sentRetentionDays' }]]);
  expect((await patch({ operationRetentionDays: 4, sentRetentionDays: 5 })).status).toBe(400);

  const back = await patch({ operationRetentionDays: null });
  expect(back.body).not.toHaveProperty('operationRetentionDays');
  expect(await patch({ sentRetentionDays: 11 })).toMatchObject({ status: 200 });
  const audit = await project.call('GET', '/audit?resource=project');
  expect(audit.body).toMatchObject({
    results: [
      { changes: { sentRetentionDays: { before: 2, after: 11 } } },
      { changes: { operationRetentionDays: { before: 10 } } },
      { changes: { deliveryRetentionDays: { after: 5 } } },
      {},
    ],
  });
});

test('anyone may ask what providers can do', async () => {
  const all = await service.send('GET', '/providers', { key: undefined as never });
  expect(all.status).toBe(200);
  const { url } = service.sandbox;
  const support = {
    bulkWrite: { insert: true, update: true, upsert: true, delete: false },
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
  const described = Object.keys(providerSchema.properties);
  for (const answer of Object.values(all.body as object))
    expect(described).toEqual(expect.arrayContaining(Object.keys(answer as object)));
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

// Keep it last: it breaks a connection of the pool, which a later test might get.
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
