import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, manifest, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

type Installation = { id: string; config: { id: string; content: unknown; revisionId: string } };
const contacts = { objectName: 'contacts', deletionSettings: { enabled: true } };
const content = { write: { objects: { contacts } } };

async function installed(first: object = content) {
  const project = await testProject(service);
  await project.apply();
  await project.connect();
  const made = (await project.install({ groupRef: 'acme', config: { content: first } })).body as Installation;
  const path = `/integrations/crm/installations/${made.id}`;
  return {
    ...project,
    made,
    path,
    patch: (updateMask: string[], installation: object) =>
      project.call('PATCH', path, { updateMask, installation }),
    patchObject: (objectName: string, changes: object[], whose: object = { groupRef: 'acme' }) =>
      project.call('PATCH', `/integrations/crm/objects/${objectName}/config-content`, {
        ...whose,
        action: 'write',
        changes,
      }),
  };
}

test('a mask replaces the parts that it names; the config is a new one, and the event tells both', async () => {
  const { patch, made } = await installed();
  const changed = await patch(['config.content.write.objects.deals', 'config.createdBy'], {
    config: {
      createdBy: 'Ann',
      content: { write: { objects: { deals: { inheritMapping: true }, contacts: {} } } },
    },
  });
  expect(changed.status).toBe(200);
  const after = changed.body as Installation;
  expect(after).toMatchObject({
    id: made.id,
    updateTime: expect.any(String),
    config: {
      createdBy: 'Ann',
      content: { write: { objects: { contacts, deals: { inheritMapping: true } } } },
    },
  });
  expect(after.config.id).not.toBe(made.config.id);
  const kept = await service.database.pool.query('SELECT content FROM installation_config WHERE id = $1', [
    made.config.id,
  ]);
  expect(kept.rows).toEqual([{ content }]);
  expect((await service.events()).at(-1)).toMatchObject({
    type: 'installation.updated',
    data: { installationId: made.id, config: { id: after.config.id }, lastConfig: { id: made.config.id } },
  });
});

test('a mask removes what the body does not have, and moves to another connection', async () => {
  const { patch, connect, made } = await installed();
  const connectionId = await connect('acme');
  const changed = await patch(['connectionId', 'config.content.write.objects.contacts.deletionSettings'], {
    connectionId,
  });
  expect(changed.body).toMatchObject({
    connection: { id: connectionId },
    config: { content: { write: { objects: { contacts: { objectName: 'contacts' } } } } },
  });
  const moved = (await patch(['connectionId'], { connectionId })).body as Installation;
  expect(moved.config.id).toBe((changed.body as Installation).config.id);
  expect(moved.config.id).not.toBe(made.config.id);
});

test('every fault of a change is told, and nothing is changed', async () => {
  const { patch, call, path, made } = await installed();
  const masks = await patch(['config.contents', 'connectionId', 'config', 'config.content'], {});
  expect(issuesOf(masks).map(({ name }) => name)).toEqual([
    '/updateMask/0',
    '/updateMask/1',
    '/updateMask/2',
    '/updateMask/3',
  ]);
  const faulty = await patch(['connectionId', 'config.content.write.objects.contact'], {
    connectionId: made.id,
    config: { content: { write: { objects: { contact: {} } } } },
  });
  expect(faulty.status).toBe(404);
  expect(issuesOf(faulty).map(({ name }) => name)).toEqual([
    '/installation/connectionId',
    '/installation/config/content/write/objects/contact',
  ]);
  expect((await call('GET', path)).body).toEqual(made);
});

test('a mask that is malformed, or names what is nowhere, changes nothing', async () => {
  const { patch, call, path, made } = await installed();
  const objects = 'config.content.write.objects';
  const wrong = [
    `${objects}..`,
    `${objects}.`,
    `${objects}\\`,
    `${objects}.contacts\\`,
    `${objects}.contcts`,
    `${objects}.contacts.deletionSetings`,
    `${objects}.contacts.__proto__`,
    `${objects}.contacts.inheritMapping`,
    'config.content.proxy.enabled',
    'config.content.provider',
  ];
  for (const mask of wrong) {
    const refused = await patch([mask], {});
    expect({ mask, status: refused.status, issues: issuesOf(refused) }).toMatchObject({
      status: 400,
      issues: [{ name: '/updateMask/0', value: mask }],
    });
  }
  expect((await call('GET', path)).body).toEqual(made);
});

test('a mask that is wrong, a member that is unknown and a rule that is broken are told together', async () => {
  const { patch } = await installed();
  const mixed = await patch(['config.contents'], { config: { contnt: {} } });
  expect(issuesOf(mixed).map(({ name }) => name)).toEqual(['/installation/config/contnt', '/updateMask/0']);
  const nowhere = await patch(['config.content.write.objects.contcts', 'config.content.write.objects.x'], {
    config: { content: { write: { objects: { x: {} } } } },
  });
  expect(issuesOf(nowhere).map(({ name }) => name)).toEqual([
    '/updateMask/0',
    '/installation/config/content/write/objects/x',
  ]);
});

test('a JSON Patch changes one object, also one that the config does not name yet', async () => {
  const { patchObject, made } = await installed();
  const enabled = await patchObject('deals', [
    { op: 'add', path: '/deletionSettings', value: { enabled: true } },
  ]);
  expect(enabled.status).toBe(200);
  const replaced = await patchObject(
    'contacts',
    [
      { op: 'replace', path: '/deletionSettings/enabled', value: false },
      { op: 'add', path: '/selectedFieldSettings/phone/writeOnCreate', value: 'never' },
    ],
    { installationId: made.id },
  );
  expect(replaced.body).toMatchObject({
    config: {
      content: {
        write: {
          objects: {
            contacts: {
              deletionSettings: { enabled: false },
              selectedFieldSettings: { phone: { writeOnCreate: 'never' } },
            },
            deals: { objectName: 'deals', deletionSettings: { enabled: true } },
          },
        },
      },
    },
  });
});

test('a JSON Patch is made whole or not at all', async () => {
  const { patchObject, call, path, made } = await installed();
  const missing = await patchObject('contacts', [
    { op: 'add', path: '/inheritMapping', value: true },
    { op: 'replace', path: '/selectedFieldSettings', value: {} },
    { op: 'remove', path: '/nothing' },
  ]);
  expect(issuesOf(missing).map(({ name }) => name)).toEqual(['/changes/1/path', '/changes/2/path']);
  const faulty = await patchObject('contacts', [{ op: 'add', path: '/inheritMapping', value: 'yes' }]);
  expect(faulty.status).toBe(400);
  const unknown = await patchObject('contact', [{ op: 'add', path: '/inheritMapping', value: true }]);
  expect(issuesOf(unknown)).toMatchObject([
    { in: 'path', name: 'objectName', value: 'contact', detail: expect.stringContaining('`contacts`?') },
  ]);
  const nobody = await patchObject('contacts', [{ op: 'remove', path: '/x' }], { groupRef: 'nobody' });
  expect(nobody.status).toBe(404);
  expect(issuesOf(await patchObject('contacts', [{ op: 'remove', path: '/x' }], {}))[0]?.name).toBe(
    '/groupRef',
  );
  expect((await call('GET', path)).body).toEqual(made);
});

test('a JSON Patch makes no member that a body may not have', async () => {
  const { patchObject } = await installed();
  const refused = await patchObject('contacts', [
    { op: 'add', path: '/inheritMapping', value: true },
    { op: 'add', path: '/selectedFieldSettings', value: {} },
    { op: 'add', path: '/selectedFieldSettings/__proto__', value: { writeOnCreate: 'never' } },
  ]);
  expect([refused.status, issuesOf(refused)]).toMatchObject([400, [{ name: '/changes/2/value' }]]);
  const fine = await patchObject('contacts', [
    { op: 'add', path: '/selectedFieldSettings', value: { constructor: {} } },
  ]);
  expect(fine.status).toBe(200);
});

test('what a path makes wrong by itself is told at the path, with the path', async () => {
  const { patchObject } = await installed();
  const made = {
    '/selectedFieldSettings/': {},
    '/selectedFieldSettings//writeOnCreate': 'never',
    '/a/__proto__/b': 1,
  };
  for (const [path, value] of Object.entries(made)) {
    const refused = await patchObject('contacts', [{ op: 'add', path, value }]);
    expect([refused.status, issuesOf(refused)]).toMatchObject([
      400,
      [{ in: 'body', name: '/changes/0/path', value: path }],
    ]);
  }
  const whole = await patchObject('contacts', [{ op: 'add', path: '', value: {} }]);
  expect(issuesOf(whole)).toMatchObject([
    { name: '/changes/0/path', value: '', detail: expect.stringContaining('the whole is changed member by') },
  ]);
});

test('changes do not nest a config deeper than a first one can be', async () => {
  const { patchObject, install, connect } = await installed();
  const nested = (levels: number) => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels)) as object;
  // Levels above: content, section, map of objects, entry, and two more.
  expect((await patchObject('contacts', [{ op: 'add', path: '/b/c', value: nested(27) }])).status).toBe(200);
  const deeper = await patchObject('contacts', [{ op: 'add', path: '/b'.repeat(500), value: 1 }]);
  expect([deeper.status, issuesOf(deeper)]).toMatchObject([
    400,
    [{ name: '/changes/0/path', value: '/b'.repeat(500) }],
  ]);
  await connect('deep');
  const made = await install({ groupRef: 'deep', config: { content: nested(32) } });
  expect(made.status).toBe(201);
  const refused = await install({ groupRef: 'deeper', config: { content: nested(33) } });
  expect(issuesOf(refused)).toMatchObject([{ name: `/config/content${'/a'.repeat(32)}` }]);
});

test('a config that is nested deeper since before this was refused can still be changed', async () => {
  const { patchObject, made } = await installed();
  const deep = JSON.parse('{"a":'.repeat(50) + '1' + '}'.repeat(50)) as object;
  await storeContent(made.config.id, { ...content, read: deep });
  const enable = [{ op: 'add', path: '/inheritMapping', value: true }];
  expect((await patchObject('contacts', enable)).status).toBe(200);
});

test('changes do not add up to a config that is larger than a first one can be', async () => {
  const { patchObject } = await installed();
  const add = (member: string, setting: object) => {
    const settings = Array.from({ length: 6_000 }, (_, index) => [`field_${index}`, setting] as const);
    return patchObject('contacts', [{ op: 'add', path: `/${member}`, value: Object.fromEntries(settings) }]);
  };
  expect((await add('selectedFieldSettings', {})).status).toBe(200);
  const more = await add('selectedValueDefaults', { value: 'a default' });
  expect([more.status, issuesOf(more)]).toMatchObject([400, [{ name: '/changes' }]]);
  expect(issuesOf(more)[0]?.detail).toContain('it has 262144 at most');
});

/** As an older release stored it. */
const storeContent = (configId: string, older: object) =>
  service.database.pool.query('UPDATE installation_config SET content = $2 WHERE id = $1', [configId, older]);

test('a config that is larger since before this was refused can be changed as long as it gets no larger', async () => {
  const { patch, patchObject, made } = await installed();
  await storeContent(made.config.id, { ...content, filler: 'x'.repeat(300_000) });
  const enable = () => patchObject('contacts', [{ op: 'add', path: '/inheritMapping', value: true }]);
  const fill = (filler: string) => patch(['config.content.filler'], { config: { content: { filler } } });
  const larger = await enable();
  expect([larger.status, issuesOf(larger)]).toMatchObject([400, [{ name: '/changes' }]]);
  expect(issuesOf(larger)[0]?.detail).toMatch(/it has 262144 at most, or the 300\d{3} that it has now\.$/);
  expect((await fill('y'.repeat(300_000))).status).toBe(200);
  expect((await fill('y'.repeat(290_000))).status).toBe(200);
  expect((await fill('y'.repeat(290_001))).status).toBe(400);
  expect((await fill('y'.repeat(100))).status).toBe(200);
  expect((await enable()).status).toBe(200);
});

test.each([2 ** 53, { a: JSON.parse('['.repeat(63) + ']'.repeat(63)) as unknown }])(
  'a config with what an event cannot hold, from before this was refused, is told by its address',
  async (older) => {
    const { patch, made, id: projectId, call } = await installed();
    await storeContent(made.config.id, { ...content, older });
    expect((await patch(['config.content.note'], { config: { content: { note: 'x' } } })).status).toBe(200);
    const event = (await service.events()).at(-1);
    expect(event).toMatchObject({ type: 'installation.updated' });
    const { configURL, lastConfigURL } = event?.data as { configURL: string; lastConfigURL: string };
    const told = async (url: string) => (await call('GET', url.split(projectId)[1] ?? '')).body;
    expect(await told(lastConfigURL)).toMatchObject({ content: { older } });
    expect(await told(configURL)).toMatchObject({ content: { older, note: 'x' } });
  },
);

test('an empty name that a config has since before this was refused does not stand in the way of other changes', async () => {
  const { patch, made } = await installed();
  const mapping = (selectedFieldMappings: object) => ({ objects: { contacts: { selectedFieldMappings } } });
  await storeContent(made.config.id, { read: mapping({ d: '' }) });
  const mask = 'config.content.read.objects.contacts.selectedFieldMappings';
  const change = (member: string, to: string) =>
    patch([`${mask}.${member}`], { config: { content: { read: mapping({ [member]: to }) } } });
  expect((await change('e', 'email')).status).toBe(200);
  const refused = await change('f', '');
  const name = '/installation/config/content/read/objects/contacts/selectedFieldMappings/f';
  expect([refused.status, issuesOf(refused)]).toMatchObject([400, [{ name, detail: 'Must not be empty.' }]]);
  expect((await change('d', 'company')).status).toBe(200);
});

test('a config with an empty name from before this was refused can be sent back whole, and restored', async () => {
  const { patch, made, call, path } = await installed();
  const read = { objects: { contacts: { destination: '', selectedFieldMappings: { d: '', '': 'email' } } } };
  await storeContent(made.config.id, { ...content, read });
  const { config } = (await call('GET', path)).body as { config: { content: object } };
  const sentBack = { config: { content: { ...config.content, note: 'new' } } };
  expect((await patch(['config.content.note'], sentBack)).status).toBe(200);
  expect((await patch(['config.content'], sentBack)).status).toBe(200);
  expect((await patch(['config.content.read'], { config: { content: {} } })).status).toBe(200);
  expect(
    issuesOf(await patch(['config.content'], sentBack))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(
    ['destination', 'selectedFieldMappings/', 'selectedFieldMappings/d'].map(
      (member) => `/installation/config/content/read/objects/contacts/${member}`,
    ),
  );
  const restored = await call('POST', `${path}/configs/${made.config.id}:restore`);
  expect([restored.status, restored.body]).toMatchObject([200, { config: { content: { read } } }]);
});

test('an entry has a key of the caller’s own: changes find it by its object, and leave it that', async () => {
  const { patch, patchObject, made, call, path } = await installed();
  const renamed = await patchObject('contacts', [
    { op: 'add', path: '/inheritMapping', value: true },
    { op: 'replace', path: '/objectName', value: 'deals' },
  ]);
  expect(issuesOf(renamed).map(({ name }) => name)).toEqual(['/changes/1/value']);
  expect((await call('GET', path)).body).toEqual(made);

  const swapped = { write: { objects: { contacts: { objectName: 'deals' } } } };
  expect((await patch(['config.content.write'], { config: { content: swapped } })).status).toBe(200);
  const back = await patchObject('deals', [{ op: 'remove', path: '/objectName' }]);
  expect(issuesOf(back)).toMatchObject([{ name: '/changes/0/path', value: '/objectName' }]);
  const enable = [{ op: 'add', path: '/deletionSettings', value: { enabled: true } }];
  await patchObject('deals', enable);
  // The object's own key is taken.
  const deletionSettings = { enabled: true };
  expect((await patchObject('contacts', enable)).body).toMatchObject({
    config: {
      content: {
        write: {
          objects: {
            contacts: { objectName: 'deals', deletionSettings },
            contacts_: { objectName: 'contacts', deletionSettings },
          },
        },
      },
    },
  });
});

test('two entries about one object are refused', async () => {
  const { patch } = await installed();
  const twice = await patch(['config.content.write.objects.people'], {
    config: { content: { write: { objects: { people: { objectName: 'contacts' } } } } },
  });
  expect([twice.status, issuesOf(twice)]).toMatchObject([
    400,
    [{ name: '/installation/config/content/write/objects/people/objectName', value: 'contacts' }],
  ]);
});

test('an object that is named under a key of the caller’s own stands once in the section that this begins', async () => {
  const { patch } = await installed({});
  const people = { objectName: 'contacts', inheritMapping: false };
  const named = await patch(['config.content.write.objects.people'], {
    config: { content: { write: { objects: { people } } } },
  });
  expect(named.body).toMatchObject({
    config: {
      content: { provider: 'hubspot', write: { objects: { people, deals: { objectName: 'deals' } } } },
    },
  });
  expect(JSON.stringify(named.body)).not.toContain('"contacts":');
});

test('a mask replaces the whole config, its content, or its `write` section', async () => {
  const { patch, made } = await installed();
  const deals = { write: { objects: { deals: {} } }, custom: [1] };
  const whole = await patch(['config'], {
    config: { content: deals, createdBy: 'Ann', revisionId: made.config.revisionId },
  });
  expect(whole.body).toMatchObject({
    config: { createdBy: 'Ann', content: { ...deals, provider: 'hubspot' } },
  });
  const written = await patch(['config.content.write'], { config: { content } });
  expect((written.body as Installation).config.content).toEqual({
    ...content,
    custom: [1],
    provider: 'hubspot',
  });
  const emptied = await patch(['config.content'], { config: { content: {} } });
  expect((emptied.body as Installation).config.content).toEqual({ provider: 'hubspot' });
  const custom = await patch(['config.content.custom.at'], { config: { content: { custom: { at: 1 } } } });
  expect((custom.body as Installation).config.content).toEqual({ custom: { at: 1 }, provider: 'hubspot' });
  const undecided = await patch(['config.content.write'], { config: { content: {} } });
  expect(issuesOf(undecided)).toMatchObject([{ name: '/updateMask/0' }]);
});

test('a fault of what a JSON Patch makes is told at the change that made it', async () => {
  const { patchObject } = await installed();
  const faulty = await patchObject('contacts', [
    { op: 'add', path: '/inheritMapping', value: 'yes' },
    { op: 'add', path: '/selectedFieldSettings', value: { phone: { writeOnCreate: 'sometimes' } } },
    { op: 'add', path: '/deletionSettings/enabld', value: true },
  ]);
  expect(issuesOf(faulty)).toMatchObject([
    { name: '/changes/0/value', value: 'yes' },
    { name: '/changes/2/value' },
    { name: '/changes/1/value/phone/writeOnCreate', value: 'sometimes' },
  ]);
});

test('a config that a newer manifest has overtaken can still be changed elsewhere', async () => {
  const { apply, patchObject } = await installed();
  await apply(manifest.replaceAll('- objectName: contacts', '- objectName: people'));
  const change = [{ op: 'add', path: '/inheritMapping', value: true }];
  expect((await patchObject('deals', change)).status).toBe(200);
  expect((await patchObject('people', change)).status).toBe(200);
});

test('a project is renamed and a key switched off by masks', async () => {
  const project = await testProject(service);
  const other = await testProject(service);
  const rename = (name: string) => project.call('PATCH', '', { updateMask: ['name'], project: { name } });
  expect(await rename(`${project.name}-new`)).toMatchObject({
    status: 200,
    body: { name: `${project.name}-new`, appName: 'App', updateTime: expect.any(String) },
  });
  expect((await rename(other.name)).status).toBe(409);
  const made = await project.call('POST', '/api-keys', { label: 'a', scopes: ['operations:read'] });
  const { id, key } = made.body as { id: string; key: string };
  const off = await project.call('PATCH', `/api-keys/${id}`, {
    updateMask: ['active', 'label'],
    apiKey: { active: false, label: 'b', scopes: ['full'] },
  });
  expect(off.body).toMatchObject({ active: false, label: 'b', scopes: ['operations:read'] });
  expect((await service.send('GET', `/projects/${project.id}`, { key })).status).toBe(401);
  const empty = await project.call('PATCH', `/api-keys/${id}`, { updateMask: ['scopes'], apiKey: {} });
  expect(issuesOf(empty).map(({ name }) => name)).toEqual(['/updateMask/0']);
});
