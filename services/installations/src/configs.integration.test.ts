import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { behindRow, testDatabase, type TestDatabase } from '@writ/test-kit';
import { startService, type Answer, type TestService } from './testing/start-service.ts';
import { issuesOf, manifest, testProject } from './testing/test-project.ts';

let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  database = await testDatabase();
  service = await startService(database);
});
afterAll(() => service.close());

type Config = { id: string; content: unknown; createdBy: string };
type Installation = { id: string; config: Config };
const installationIn = ({ body }: Answer) => body as Installation;
const content = { write: { objects: { contacts: { objectName: 'contacts' } } } };

async function changedOnce() {
  const project = await testProject(service);
  await project.apply();
  await project.connect();
  const made = await project.install({ groupRef: 'acme', config: { content } });
  const first = installationIn(made).config;
  const path = `/integrations/crm/installations/${installationIn(made).id}`;
  const patch = (field: string, headers?: Record<string, string>) =>
    project.call(
      'PATCH',
      path,
      {
        updateMask: [`config.content.write.objects.contacts.selectedFieldSettings.${field}`],
        installation: {
          config: {
            content: {
              write: {
                objects: { contacts: { selectedFieldSettings: { [field]: { writeOnUpdate: 'never' } } } },
              },
            },
          },
        },
      },
      headers,
    );
  const patchObject = (headers: Record<string, string>) => {
    const changes = [{ op: 'add', path: '/deletionSettings', value: { enabled: true } }];
    const body = { groupRef: 'acme', action: 'write', changes };
    return project.call('PATCH', '/integrations/crm/objects/contacts/config-content', body, headers);
  };
  const restore = (configId: string, headers?: Record<string, string>) =>
    project.call('POST', `${path}/configs/${configId}:restore`, undefined, headers);
  const changed = await patch('phone');
  const second = installationIn(changed).config;
  return { ...project, made, changed, first, second, path, patch, patchObject, restore };
}

test('every config that an installation has had is told, the newest first and by pages', async () => {
  const { call, first, second, path } = await changedOnce();
  expect((await call('GET', `${path}/configs`)).body).toEqual({
    results: [second, first],
    pagination: { done: true },
  });
  const page = (await call('GET', `${path}/configs?pageSize=1`)).body as {
    pagination: { nextPageToken: string };
  };
  expect(page).toEqual({
    results: [second],
    pagination: { done: false, nextPageToken: expect.any(String) },
  });
  const next = `${path}/configs?pageSize=1&pageToken=${page.pagination.nextPageToken}`;
  expect((await call('GET', next)).body).toEqual({ results: [first], pagination: { done: true } });
  expect((await call('GET', `${path}/configs/${first.id}`)).body).toEqual(first);
});

test('a config of another installation, or of none, is not found', async () => {
  const [own, foreign] = [await changedOnce(), await changedOnce()];
  for (const id of [foreign.first.id, newId(), 'x']) {
    const answers = [await own.call('GET', `${own.path}/configs/${id}`), await own.restore(id)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const late = await own.restore(id, { 'If-Match': `"${own.first.id}"` });
    expect([late.status, issuesOf(late)]).toMatchObject([404, [{ name: 'configId' }, { name: 'If-Match' }]]);
    expect(answers.flatMap(issuesOf)).toMatchObject([{ name: 'configId' }, { name: 'configId' }]);
  }
  expect((await own.call('GET', `${foreign.path}/configs`)).status).toBe(404);
  expect((await own.call('GET', own.path)).body).toEqual(own.changed.body);
});

test('an old config is restored as a new one, made by who asks, and the event tells both', async () => {
  const { first, second, restore, path, call } = await changedOnce();
  const restored = await restore(first.id);
  expect(restored.status).toBe(200);
  const { config } = installationIn(restored);
  expect(config).toMatchObject({ content: first.content, createdBy: expect.stringMatching(/^api:/) });
  expect([first.id, second.id]).not.toContain(config.id);
  expect((await call('GET', `${path}/configs`)).body).toMatchObject({ results: [config, second, first] });
  expect((await service.events()).at(-1)).toMatchObject({
    type: 'installation.updated',
    data: { config: { id: config.id }, lastConfig: { id: second.id } },
  });
});

test('an old config that does not fit the revision in force stays old', async () => {
  const { apply, patch, restore, call, path, made } = await changedOnce();
  const withDeals = installationIn(
    await call('PATCH', path, {
      updateMask: ['config.content.write.objects.deals'],
      installation: { config: { content: { write: { objects: { deals: {} } } } } },
    }),
  );
  const without = installationIn(await restore(installationIn(made).config.id));
  await apply(manifest.replace('        - objectName: deals\n', ''));
  const refused = await restore(withDeals.config.id);
  expect(refused.status).toBe(400);
  expect(issuesOf(refused)).toMatchObject([
    { in: 'path', name: 'configId', context: { path: '/write/objects/deals' } },
  ]);
  expect((await call('GET', path)).body).toMatchObject({ config: without.config });
  expect((await patch('email')).status).toBe(200);
});

test('every answer that tells an installation names its config by an entity tag', async () => {
  const { call, made, changed, first, second, path, patchObject, restore } = await changedOnce();
  const tag = ({ headers }: Answer) => headers.get('etag');
  expect([tag(made), tag(changed)]).toEqual([`"${first.id}"`, `"${second.id}"`]);
  for (const answer of [await call('GET', path), await patchObject({}), await restore(first.id)])
    expect(tag(answer)).toBe(`"${installationIn(answer).config.id}"`);
});

test('a change is made only while a config that it names is in force; else it is told that one', async () => {
  const { first, second, patch, patchObject, restore, call, path, changed } = await changedOnce();
  const changes = [
    (headers: Record<string, string>) => patch('email', headers),
    patchObject,
    (headers: Record<string, string>) => restore(first.id, headers),
  ];
  for (const change of changes) {
    for (const old of [`"${first.id}"`, `W/"${first.id}"`, `"x", "${first.id}"`, '""']) {
      const refused = await change({ 'If-Match': old });
      expect(refused.body).toMatchObject({ status: 412, context: { config: second } });
      expect(issuesOf(refused)).toMatchObject([{ in: 'header', name: 'If-Match', value: old }]);
    }
  }
  expect((await call('GET', path)).body).toEqual(changed.body);
  let current = second.id;
  const forms = [() => `"${current}"`, () => `W/"${current}"`, () => `"x" ,\tW/"${current}"`, () => '*'];
  for (const [nr, change] of [...changes, changes[0]!].entries()) {
    const answer = await change({ 'If-Match': forms[nr]!() });
    expect(answer.status).toBe(200);
    current = installationIn(answer).config.id;
  }
});

test('what is no list of entity tags is a fault of form, and where nothing is found that is told', async () => {
  const { second, patch, patchObject, call, path } = await changedOnce();
  for (const wrong of [second.id, `"${second.id}`, '*, "x"', `w/"${second.id}"`, ',']) {
    const refused = await patchObject({ 'If-Match': wrong });
    expect({ wrong, status: refused.status, issues: issuesOf(refused) }).toMatchObject({
      status: 400,
      issues: [{ in: 'header', name: 'If-Match' }],
    });
  }
  await call('DELETE', path);
  expect((await patch('email', { 'If-Match': '*' })).status).toBe(404);
});

test('of two who change the same config at the same time, one is told the config of the other', async () => {
  const { second, patch, call, path, made } = await changedOnce();
  const { id } = installationIn(made);
  const headers = { 'If-Match': `"${second.id}"` };
  const answers = await behindRow(database.pool, { table: 'installation', id }, [
    () => patch('email', headers),
    () => patch('name', headers),
  ]);
  const [done, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect([done?.status, refused?.status]).toEqual([200, 412]);
  const { config } = installationIn(await call('GET', path));
  expect(config).toEqual(installationIn(done!).config);
  expect(refused?.body).toMatchObject({ context: { config } });
});

test('at Salesforce no two names of a config are of one field', async () => {
  const project = await testProject(service);
  await project.apply();
  const providerMetadata = { instanceUrl: `${project.sandboxUrl}/salesforce` };
  const more = { provider: 'salesforce', apiKey: 'sandbox-salesforce-acme', providerMetadata };
  await project.connect('acme', more);
  const always = { writeOnUpdate: 'always' };
  const withRules = (selectedFieldSettings: object) => ({
    groupRef: 'acme',
    config: { content: { write: { objects: { Contact: { selectedFieldSettings } } } } },
  });
  const refused = await project.install(withRules({ Phone: always, phone: always }), 'sales');
  const detail = 'The provider takes `Phone` and `phone` for one field: keep one of the two.';
  const name = '/config/content/write/objects/Contact/selectedFieldSettings/phone';
  expect([refused.status, issuesOf(refused)]).toEqual([
    400,
    [expect.objectContaining({ in: 'body', name, value: 'phone', detail })],
  ]);
  expect((await project.install(withRules({ Phone: always }), 'sales')).status).toBe(201);
  const changes = [{ op: 'add', path: '/selectedFieldSettings/phone', value: always }];
  const body = { groupRef: 'acme', action: 'write', changes };
  const patched = await project.call('PATCH', '/integrations/sales/objects/Contact/config-content', body);
  expect([patched.status, issuesOf(patched)]).toMatchObject([400, [{ name: '/changes/0/value', detail }]]);
});
