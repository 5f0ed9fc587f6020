import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { behindRow, inTurn, testDatabase, type TestDatabase } from '@writ/test-kit';
import { testRaces } from '@writ/test-kit/races';
import { startService, type Answer, type TestService } from './testing/start-service.ts';
import { manifest, testProject } from './testing/test-project.ts';

let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  database = await testDatabase();
  service = await startService(database);
});
afterAll(() => service.close());

type Project = Awaited<ReturnType<typeof testProject>>;
type WithId = { id: string };

const aProject = () => testProject(service);
const idOf = ({ body }: Answer): string => (body as WithId).id;

async function installed() {
  const project = await aProject();
  await project.apply();
  const connectionId = await project.connect();
  const content = { write: { objects: { contacts: { objectName: 'contacts', selectedFieldSettings: {} } } } };
  const id = idOf(await project.install({ groupRef: 'acme', config: { content } }));
  return {
    ...project,
    projectId: project.id,
    connectionId,
    id,
    path: `/integrations/crm/installations/${id}`,
  };
}

const withOne = async (list: string, make: (project: Project) => Promise<string>) => {
  const project = await aProject();
  const id = await make(project);
  return { ...project, id, list, path: `${list}/${id}` };
};
type One = Pick<Project, 'call' | 'id'> & { path: string };

const remove =
  ({ call, path }: One) =>
  () =>
    call('DELETE', path);
const found = async ({ call, path }: One): Promise<unknown> => {
  const { status, body } = await call('GET', path);
  return status === 404 ? undefined : body;
};
const listed = async ({ call, list, id }: One & { list: string }): Promise<unknown> =>
  ((await call('GET', list)).body as WithId[]).find((one) => one.id === id);

/** Changes members in turn, by a mask. */
const masked =
  (name: string, ...members: readonly ((nr: number) => object)[]) =>
  ({ call, path }: One, nr: number) => {
    const shown = members[nr % members.length]?.(nr) ?? {};
    const body = { updateMask: Object.keys(shown), [name]: shown };
    return { send: () => call('PATCH', path, body), shown };
  };

const setting = { writeOnUpdate: 'never' };
const withSetting = (nr: number) => ({
  config: {
    content: { write: { objects: { contacts: { selectedFieldSettings: { [`field${nr}`]: setting } } } } },
  },
});
const changeInstallation = ({ call, path }: One, nr: number) => {
  const updateMask = [`config.content.write.objects.contacts.selectedFieldSettings.field${nr}`];
  const shown = withSetting(nr);
  return { send: () => call('PATCH', path, { updateMask, installation: shown }), shown };
};

testRaces(() => database, {
  name: 'an installation, by masks',
  table: 'installation',
  make: installed,
  find: found,
  change: changeInstallation,
  remove,
  creation: async () => {
    const { apply, connect, install } = await aProject();
    await apply();
    await connect();
    return () => install({ groupRef: 'acme', config: { content: {} } });
  },
});

testRaces(() => database, {
  name: 'an installation, by JSON Patch',
  table: 'installation',
  make: installed,
  find: found,
  change: ({ call }, nr) => {
    const changes = [{ op: 'add', path: `/selectedFieldSettings/field${nr}`, value: setting }];
    const body = { groupRef: 'acme', action: 'write', changes };
    const path = '/integrations/crm/objects/contacts/config-content';
    return { send: () => call('PATCH', path, body), shown: withSetting(nr) };
  },
  remove,
});

testRaces(() => database, {
  name: 'a connection',
  table: 'connection',
  make: () => withOne('/connections', ({ connect }) => connect()),
  find: found,
  change: ({ call, path }, nr) => {
    const shown = { providerMetadata: { [`fact${nr}`]: { value: 'is so' } } };
    const body = { updateMask: [`providerMetadata.fact${nr}`], connection: shown };
    return { send: () => call('PATCH', path, body), shown };
  },
  remove,
});

const app = { provider: 'hubspot', clientId: 'id', clientSecret: 'secret', scopes: ['oauth'] };
testRaces(() => database, {
  name: 'a provider app',
  table: 'provider_app',
  make: () => withOne('/provider-apps', async ({ call }) => idOf(await call('POST', '/provider-apps', app))),
  find: listed,
  change: masked(
    'providerApp',
    (nr) => ({ clientId: `id ${nr}` }),
    (nr) => ({ scopes: [`scope${nr}`] }),
  ),
  remove,
  creation: async () => {
    const { call } = await aProject();
    return () => call('POST', '/provider-apps', app);
  },
});

testRaces(() => database, {
  name: 'an API key',
  table: 'api_key',
  make: () =>
    withOne('/api-keys', async ({ call }) =>
      idOf(await call('POST', '/api-keys', { label: 'key', scopes: ['full'] })),
    ),
  find: listed,
  change: masked(
    'apiKey',
    (nr) => ({ label: `label ${nr}` }),
    (nr) => ({ active: nr % 2 === 0 }),
    (nr) => ({ scopes: [nr % 2 === 0 ? 'full' : 'write:records'] }),
  ),
  remove,
});

testRaces(() => database, {
  name: 'a project',
  table: 'project',
  make: async () => ({ ...(await aProject()), path: '' }),
  find: found,
  change: masked(
    'project',
    (nr) => ({ name: `project-${newId()}-${nr}` }),
    (nr) => ({ appName: `App ${nr}` }),
  ),
  creation: () => {
    const body = { name: `project-${newId()}`, appName: 'App' };
    return Promise.resolve(() => service.send('POST', '/projects', { body }));
  },
});

// After a removal a manifest makes integrations anew, so `told` below also has changes.
testRaces(() => database, {
  name: 'an integration',
  table: 'integration',
  make: async () => {
    const project = await aProject();
    await project.apply();
    const path = '/integrations/crm';
    return { ...project, id: idOf(await project.call('GET', path)), path };
  },
  find: found,
  change: ({ apply }, nr) => {
    const shown = { latestRevision: { content: { displayName: `CRM ${nr}` } } };
    const send = async () => {
      const { status, body } = await apply(manifest.replace('The CRM', `CRM ${nr}`));
      return { status, body: (body as { name: string }[]).find(({ name }) => name === 'crm') };
    };
    return { send, shown };
  },
});

/** Answers of calls that all wait for one row. */
const told = async (table: string, id: string, ...calls: readonly (() => Promise<Answer>)[]) =>
  (await behindRow(database.pool, { table, id }, calls)).map(({ status }) => status);

test('the events of an installation tell its changes in their order, and its removal once', async () => {
  const one = await installed();
  const calls = Array.from({ length: 8 }, (_, nr) => changeInstallation(one, nr).send);
  await told('installation', one.id, ...calls);
  await told('installation', one.id, remove(one), remove(one));
  const events = (await service.events()).filter(({ data }) => data['projectId'] === one.projectId);
  expect(events.map(({ type }) => type)).toEqual([
    'connection.created',
    'installation.created',
    ...calls.map(() => 'installation.updated'),
    'installation.deleted',
    'connection.deleted',
  ]);
  const changes = events.filter(({ type }) => type.startsWith('installation.')).map(({ data }) => data);
  for (const [at, { lastConfig }] of changes.entries()) {
    if (lastConfig !== undefined) expect(lastConfig).toEqual(changes[at - 1]?.['config']);
  }
});

/** An uninstalled integration, and a group for it. */
async function installable() {
  const project = await aProject();
  await project.apply();
  await project.connect();
  const integration = (await project.call('GET', '/integrations/crm')).body as WithId;
  return {
    id: integration.id,
    revise: () => project.apply(manifest.replace('The CRM', 'Our CRM')),
    replace: () =>
      project.apply(manifest.replace('provider: hubspot', 'provider: salesforce'), '?destructive=true'),
    leaveOut: () => project.apply(manifest.replace('- name: crm', '- name: other'), '?destructive=true'),
    drop: () => project.call('DELETE', '/integrations/crm'),
    install: () => project.install({ groupRef: 'acme', config: { content: {} } }),
    find: async () => (await project.call('GET', '/integrations/crm')).status,
  };
}
type Installable = Awaited<ReturnType<typeof installable>>;

test.each<[string, (of: Installable) => (() => Promise<Answer>)[], number[], number]>([
  ['a new revision and its removal', ({ revise, drop }) => [revise, drop], [200, 204], 404],
  ['a new revision and an installation', ({ revise, install }) => [revise, install], [200, 201], 200],
  ['a removal and an installation', ({ drop, install }) => [drop, install], [204, 404], 404],
  ['an installation and a removal', ({ install, drop }) => [install, drop], [201, 409], 200],
  ['another one in its place and a removal', ({ replace, drop }) => [replace, drop], [200, 204], 404],
  [
    'a manifest without it and an installation',
    ({ leaveOut, install }) => [leaveOut, install],
    [200, 404],
    404,
  ],
  [
    'an installation and a manifest without it',
    ({ install, leaveOut }) => [install, leaveOut],
    [201, 409],
    200,
  ],
  ['two removals', ({ drop }) => [drop, drop], [204, 404], 404],
])('of an integration, %s are both told the truth', async (_, callsOf, statuses, left) => {
  const integration = await installable();
  expect(await told('integration', integration.id, ...callsOf(integration))).toEqual(statuses);
  expect(await integration.find()).toBe(left);
});

/** An unused connection, and changes to it. */
async function spareConnection(groupRef: string) {
  const { call, install, connect, path } = await installed();
  const id = await connect(groupRef, { apiKey: 'sandbox-hubspot-spare' });
  return {
    id,
    drop: () => call('DELETE', `/connections/${id}`),
    install: () => install({ groupRef: 'globex', connectionId: id, config: { content: {} } }),
    move: () => call('PATCH', path, { updateMask: ['connectionId'], installation: { connectionId: id } }),
  };
}
type SpareConnection = Awaited<ReturnType<typeof spareConnection>>;

test.each<[string, string, (of: SpareConnection) => (() => Promise<Answer>)[], number[]]>([
  [
    'its removal and an installation through it',
    'globex',
    ({ drop, install }) => [drop, install],
    [204, 404],
  ],
  [
    'an installation through it and its removal',
    'globex',
    ({ install, drop }) => [install, drop],
    [201, 409],
  ],
  ['its removal and a move to it', 'acme', ({ drop, move }) => [drop, move], [204, 404]],
  ['a move to it and its removal', 'acme', ({ move, drop }) => [move, drop], [200, 409]],
])('of a connection, %s are both told the truth', async (_, groupRef, callsOf, statuses) => {
  const connection = await spareConnection(groupRef);
  expect(await told('connection', connection.id, ...callsOf(connection))).toEqual(statuses);
});

test('a removal of an installation and new credentials for its connection do not wait for each other', async () => {
  const one = await installed();
  await database.pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [
    one.connectionId,
  ]);
  await database.pool.query(`UPDATE installation SET health_status = 'unhealthy' WHERE id = $1`, [one.id]);
  const body = { updateMask: ['apiKey'], connection: { apiKey: 'sandbox-hubspot-acme' } };
  const change = () => one.call('PATCH', `/connections/${one.connectionId}`, body);
  expect(await told('installation', one.id, remove(one), change)).toEqual([204, 200]);
});

test('a removal of an installation and a new one in its place do not wait for each other', async () => {
  const one = await installed();
  const hold = { text: 'SELECT FROM connection WHERE id = $1 FOR SHARE', values: [one.connectionId] };
  const install = () => one.install({ groupRef: 'acme', config: { content: {} } });
  const answers = await inTurn(database.pool, hold, [remove(one), install]);
  expect(answers.map(({ status }) => status)).toEqual([204, 409]);
});

test('an installation that moves to another connection while it is read is found', async () => {
  const { call, path, id, connectionId, connect } = await installed();
  const other = await connect('acme', { apiKey: 'sandbox-hubspot-spare' });
  const move = `UPDATE installation SET connection_id = '${other}' WHERE id = '${id}'`;
  const end = `${move}; DELETE FROM connection WHERE id = '${connectionId}'; COMMIT`;
  const hold = { text: 'LOCK TABLE connection IN ACCESS EXCLUSIVE MODE', end };
  const [answer] = await inTurn(database.pool, hold, [() => call('GET', path)]);
  expect(answer).toMatchObject({ status: 200, body: { connection: { id: other } } });
});

test('whoever asks for the credentials of a connection that goes is told them, or that there is none', async () => {
  const { id, call, connect } = await aProject();
  for (let round = 0; round < 5; round += 1) {
    const connectionId = await connect(`group-${id}`);
    const path = `/connections/${connectionId}`;
    const asked = Array.from({ length: 8 }, () => call('GET', `${path}?includeCreds=true`));
    const removed = call('DELETE', path);
    for (const { status } of await Promise.all(asked)) expect([200, 404]).toContain(status);
    expect((await removed).status).toBe(204);
  }
});
