import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase } from '@writ/test-kit';
import { startService, type Answer, type TestService } from './testing/start-service.ts';
import { issuesOf, manifest, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

type Integration = { id: string; name: string; latestRevision: { id: string } };

const sourceYaml = manifest;

test('an integration is made by name and provider alone, and a revision says later what it does', async () => {
  const { call } = await testProject(service);
  const made = await call('POST', '/integrations', { name: 'crm', provider: 'hubspot' });
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'crm', latestRevision: { content: { name: 'crm', provider: 'hubspot' } } },
  });
  expect((await call('GET', '/integrations/crm')).body).toEqual(made.body);
  const revised = await call('POST', '/integrations/crm/revisions?destructive=true', { sourceYaml });
  expect(revised).toMatchObject({
    status: 201,
    body: { specVersion: '1.0.0', content: { displayName: 'The CRM', write: { objects: [{}, {}] } } },
  });
  const { body: now } = await call('GET', '/integrations');
  expect(now).toMatchObject([{ name: 'crm', displayName: 'The CRM', latestRevision: revised.body }]);
  const again = await call('POST', `/integrations/${(made.body as Integration).id}/revisions`, {
    sourceYaml,
  });
  expect(again).toMatchObject({ status: 201, body: revised.body });
  expect((await call('GET', '/integrations')).body).toEqual(now);
});

test('an integration is made with what its entry of a manifest says; other entries are left alone', async () => {
  const { call, apply } = await testProject(service);
  const body = { name: 'sales', provider: 'salesforce', latestRevision: { sourceYaml } };
  expect(await call('POST', '/integrations', body)).toMatchObject({
    status: 201,
    body: { latestRevision: { content: { write: { objects: [{ objectName: 'Contact' }] } } } },
  });
  expect((await apply()).body).toMatchObject([{ name: 'sales' }, { name: 'crm' }]);
});

const faulty = manifest.replace('provider: salesforce', 'provider: sales');

test.each([
  ['a body that is empty', '', {}, 400, ['/name', '/provider']],
  ['a provider that there is not', '', { name: 'x', provider: 'hubspto' }, 400, ['/provider']],
  [
    'a revision without a manifest, and from elsewhere',
    '',
    { name: 'x', provider: 'hubspot', latestRevision: { sourceZipUrl: 'https://x.example/a.zip' } },
    400,
    ['/latestRevision/sourceYaml', '/latestRevision/sourceZipUrl'],
  ],
  [
    'a manifest with a fault',
    '',
    { name: 'crm', provider: 'hubspot', latestRevision: { sourceYaml: faulty } },
    400,
    ['/latestRevision/sourceYaml'],
  ],
  [
    'a manifest without the integration',
    '',
    { name: 'other', provider: 'hubspot', latestRevision: { sourceYaml } },
    400,
    ['/latestRevision/sourceYaml'],
  ],
  [
    'a manifest with another provider for it',
    '',
    { name: 'crm', provider: 'salesforce', latestRevision: { sourceYaml } },
    400,
    ['/provider'],
  ],
  ['a name that is taken', '', { name: 'spare', provider: 'hubspot' }, 409, ['/name']],
  ['a revision of nothing', '/erp/revisions', { sourceYaml }, 404, ['integrationIdOrName']],
  ['a revision without the integration', '/spare/revisions', { sourceYaml }, 400, ['/sourceYaml']],
  ['a revision with a fault', '/spare/revisions', { sourceYaml: faulty }, 400, ['/sourceYaml']],
  ['a revision for another provider', '/sales/revisions', { sourceYaml }, 409, ['/sourceYaml']],
])('%s is refused, and nothing is made', async (_, below, body, status, places) => {
  const { call } = await testProject(service);
  for (const name of ['spare', 'sales']) await call('POST', '/integrations', { name, provider: 'hubspot' });
  const { body: before } = await call('GET', '/integrations');
  const refused = await call('POST', `/integrations${below}`, body);
  expect([refused.status, issuesOf(refused).map(({ name }) => name)]).toEqual([status, places]);
  expect((await call('GET', '/integrations')).body).toEqual(before);
});

test('what another project has is not there, and may bear the same name', async () => {
  const [one, other] = [await testProject(service), await testProject(service)];
  const made = await one.call('POST', '/integrations', { name: 'crm', provider: 'hubspot' });
  const { id } = made.body as Integration;
  for (const name of [id, newId(), 'crm'])
    expect((await other.call('POST', `/integrations/${name}/revisions`, { sourceYaml })).status).toBe(404);
  expect((await other.call('POST', '/integrations', { name: 'crm', provider: 'hubspot' })).status).toBe(201);
  const reading = await one.keyWith('installations:read', 'frontend');
  const path = `/projects/${one.id}/integrations`;
  for (const below of ['', '/crm/revisions'])
    expect((await service.send('POST', path + below, { key: reading, body: {} })).status).toBe(403);
});

test('of the same integration made by several at once there is one, and the same revision is made once', async () => {
  const { call } = await testProject(service);
  const times = Array.from({ length: 6 });
  const body = { name: 'crm', provider: 'hubspot' };
  const made = await Promise.all(times.map(() => call('POST', '/integrations', body)));
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();
  expect(statuses(made)).toEqual([201, 409, 409, 409, 409, 409]);
  const revised = await Promise.all(
    times.map(() => call('POST', '/integrations/crm/revisions', { sourceYaml })),
  );
  expect(new Set(revised.map(({ body: revision }) => (revision as { id: string }).id)).size).toBe(1);
});
