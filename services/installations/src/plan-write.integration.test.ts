import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

const content = {
  write: {
    objects: {
      contacts: {
        selectedFieldSettings: {
          email: { writeOnUpdate: 'ifEmpty' },
          phone: { writeOnUpdate: 'never' },
          stage: { default: { stringValue: 'lead' } },
        },
      },
    },
  },
  read: { objects: { people: { objectName: 'contacts', selectedFieldMappings: { role: 'jobtitle' } } } },
};

async function planned(first: object = content) {
  const project = await testProject(service);
  await project.apply();
  await project.connect();
  const made = await project.install({ groupRef: 'acme', config: { content: first } });
  const { id, config } = made.body as { id: string; config: { id: string } };
  const path = `/integrations/crm/installations/${id}:plan`;
  const plan = (body: object) => project.call('POST', path, { objectName: 'contacts', ...body });
  return { ...project, path, plan, configId: config.id };
}

test('a plan tells the record that would be sent and the fate of each field; nothing is sent', async () => {
  const { plan, configId, id: projectId } = await planned();
  const calls = service.sandbox.journal().length;
  const record = { id: '7', email: 'a@b.test', phone: '1', role: 'CEO', name: 'Ada' };
  expect(await plan({ type: 'update', record })).toMatchObject({
    status: 200,
    body: {
      configId,
      provider: 'hubspot',
      objectName: 'contacts',
      type: 'update',
      record: { id: '7', email: 'a@b.test', jobtitle: 'CEO', name: 'Ada', stage: 'lead' },
      fields: [
        { name: 'email', field: 'email', fate: 'depends' },
        { name: 'phone', fate: 'dropped' },
        { name: 'role', field: 'jobtitle', fate: 'mapped' },
        { name: 'name', field: 'name', fate: 'written' },
        { name: 'stage', field: 'stage', fate: 'defaulted' },
      ],
      warnings: [expect.stringMatching(/: phone$/), expect.stringMatching(/: stage$/)],
    },
  });
  expect(service.sandbox.journal()).toHaveLength(calls);
  const { rows } = await service.database.pool.query('SELECT FROM operation WHERE project_id = $1', [
    projectId,
  ]);
  expect(rows).toEqual([]);
});

test('all faults of form are told at once, then all of state', async () => {
  const { plan, call } = await planned();
  const tooMany = Object.fromEntries(Array.from({ length: 501 }, (_, nr) => [`f${nr}`, 1]));
  const form = await plan({ type: 'update', record: tooMany, mode: 'asynchronous' });
  expect([form.status, issuesOf(form).map(({ name }) => name)]).toEqual([
    400,
    ['/mode', '/record/id', '/record'],
  ]);
  expect(issuesOf(await plan({ type: 'create' })).map(({ name }) => name)).toEqual(['/record']);
  const state = await plan({ type: 'update', record: { id: 'x/y', role: 'a', jobtitle: 'b' } });
  expect([state.status, issuesOf(state).map(({ name }) => name)]).toEqual([
    400,
    ['/record/id', '/record/role'],
  ]);
  const undeletable = await plan({ type: 'delete', record: { id: 'x/y' } });
  expect([undeletable.status, issuesOf(undeletable).map(({ name }) => name)]).toEqual([
    403,
    ['/type', '/record/id'],
  ]);
  const off = await plan({ objectName: 'deals', type: 'create', record: { phone: '1' } });
  expect([off.status, issuesOf(off)]).toMatchObject([
    403,
    [{ in: 'body', name: '/objectName', value: 'deals', remedy: expect.stringContaining('config-content') }],
  ]);
  const unknown = await plan({ objectName: 'contact', type: 'create', record: { phone: '1' } });
  expect(unknown).toMatchObject({
    status: 403,
    body: { context: { writableObjects: ['contacts', 'deals'] } },
  });
  expect(issuesOf(unknown)[0]?.detail).toContain('Did you mean `contacts`?');
  const body = { objectName: 'contacts', type: 'create', record: { phone: '1' } };
  const nowhere = await call('POST', `/integrations/crm/installations/${newId()}:plan`, body);
  expect([nowhere.status, issuesOf(nowhere).map(({ name }) => name)]).toEqual([404, ['installationId']]);
});

test('who may write may plan, and nobody else', async () => {
  const { path, keyWith, id } = await planned();
  const body = { objectName: 'contacts', type: 'create', record: { phone: '1' } };
  const statuses = ['write:records', 'installations:manage', 'operations:manage', 'frontend'].map(
    async (scope) =>
      (await service.send('POST', `/projects/${id}${path}`, { key: await keyWith(scope), body })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 403, 403, 403]);
});
