import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase } from '@writ/test-kit';
import { startService, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterEach(() => service.sandbox.clearFaults());
afterAll(() => service.close());

const manifest = `specVersion: 1.0.0
integrations:
  - name: crm
    displayName: The CRM
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          mapToName: people
          destination: webhook
          schedule: '*/15 * * * *'
          requiredFields:
            - fieldName: email
            - fieldName: nowhere
            - mapToName: notes
              prompt: Where are your notes?
          optionalFields:
            - fieldName: phone
              mapToName: telephone
          optionalFieldsAuto: all
    write:
      objects:
        - objectName: contacts
          inheritMapping: true
        - objectName: unicorns
    proxy:
      enabled: true
`;

type Revision = { id: string; specVersion: string; createTime: string; content: object };
type HydratedObject = Record<string, unknown> & { allFieldsMetadata: Record<string, unknown> };
type Hydrated = Revision & { content: Record<'read' | 'write', { objects: HydratedObject[] }> };

async function given() {
  const project = await testProject(service);
  const [crm] = (await project.apply(manifest)).body as { latestRevision: Revision }[];
  const account = newId();
  const connectionId = await project.connect('acme', { apiKey: `sandbox-hubspot-${account}` });
  const { latestRevision } = crm!;
  const path = `/integrations/crm/revisions/${latestRevision.id}:hydrate`;
  return {
    ...project,
    revision: latestRevision,
    connectionId,
    path,
    hydrate: (query = `?connectionId=${connectionId}`) => project.call('GET', path + query),
    asked: () =>
      service.sandbox.journal().filter((one) => one.account === account && one.path.includes('/properties/')),
  };
}

test('without a connection a revision says what the manifest says, and nobody is asked', async () => {
  const { hydrate, revision, asked } = await given();
  const { id, specVersion, createTime } = revision;
  expect(await hydrate('')).toMatchObject({
    status: 200,
    body: {
      id,
      specVersion,
      createTime,
      content: { name: 'crm', displayName: 'The CRM', provider: 'hubspot' },
    },
  });
  const { content } = (await hydrate('')).body as Hydrated;
  expect(content.read.objects).toEqual([
    {
      objectName: 'contacts',
      displayName: 'contacts',
      mapToName: 'people',
      mappedName: 'people',
      destination: 'webhook',
      schedule: '*/15 * * * *',
      requiredFields: [
        { fieldName: 'email', displayName: 'email' },
        { fieldName: 'nowhere', displayName: 'nowhere' },
        { mapToName: 'notes', prompt: 'Where are your notes?' },
      ],
      optionalFields: [{ fieldName: 'phone', displayName: 'phone', mapToName: 'telephone' }],
      optionalFieldsAuto: 'all',
    },
  ]);
  expect(content.write.objects).toEqual([
    { objectName: 'contacts', displayName: 'contacts', inheritMapping: true },
    { objectName: 'unicorns', displayName: 'unicorns' },
  ]);
  expect(content).toHaveProperty('proxy', { enabled: true });
  expect(asked()).toEqual([]);
});

test('with a connection each object has its fields, and one that the CRM does not have says so', async () => {
  const { hydrate, asked } = await given();
  const hydrated = await hydrate();
  expect(hydrated.status).toBe(200);
  const { read, write } = (hydrated.body as Hydrated).content;
  expect(read.objects).toEqual([
    expect.objectContaining({
      mappedName: 'people',
      requiredFields: [
        { fieldName: 'email', displayName: 'Email' },
        { fieldName: 'nowhere', displayName: 'nowhere' },
        { mapToName: 'notes', prompt: 'Where are your notes?' },
      ],
      optionalFields: [{ fieldName: 'phone', displayName: 'Phone Number', mapToName: 'telephone' }],
    }),
  ]);
  const [contacts, unicorns] = write.objects;
  expect(contacts!['allFields']).toContainEqual(contacts!.allFieldsMetadata['email']);
  expect(contacts!.allFieldsMetadata['email']).toMatchObject({
    fieldName: 'email',
    displayName: 'Email',
    fieldType: 'string',
    readOnly: false,
  });
  expect(contacts).toMatchObject({ allFields: read.objects[0]!['allFields'], requiredFields: [] });
  const optional = contacts!['optionalFields'];
  expect(optional).toContainEqual({ fieldName: 'city', displayName: 'City' });
  expect(JSON.stringify(optional)).not.toContain('createdate');
  expect(unicorns).toEqual({
    objectName: 'unicorns',
    displayName: 'unicorns',
    error: expect.stringContaining('unicorns'),
  });
  // Once per object, though two sections have it.
  expect(asked()).toHaveLength(2);
  await hydrate();
  expect(asked().filter(({ path }) => path.endsWith('contacts'))).toHaveLength(1);
});

test('what is remembered of an object serves both ways of asking, until the provider is asked anew', async () => {
  const { hydrate, call, connectionId, asked } = await given();
  await call('GET', `/integrations/crm/objects/contacts/metadata?connectionId=${connectionId}`);
  const ofContacts = () => asked().filter(({ path }) => path.endsWith('contacts'));
  await hydrate();
  expect(ofContacts()).toHaveLength(1);
  await hydrate(`?connectionId=${connectionId}&refresh=true`);
  expect(ofContacts()).toHaveLength(2);
});

test('required fields of what is written are those that a record must have', async () => {
  const { call, connect } = await testProject(service);
  const body = { name: 'sales', provider: 'salesforce', latestRevision: { sourceYaml: salesManifest } };
  const { latestRevision } = (await call('POST', '/integrations', body)).body as { latestRevision: Revision };
  const connectionId = await connect('acme', {
    provider: 'salesforce',
    apiKey: `sandbox-salesforce-${newId()}`,
    providerMetadata: { instanceUrl: `${service.sandbox.url}/salesforce` },
  });
  const path = `/integrations/sales/revisions/${latestRevision.id}:hydrate?connectionId=${connectionId}`;
  const [lead] = ((await call('GET', path)).body as Hydrated).content.write.objects;
  expect(lead).toMatchObject({
    objectName: 'lead',
    displayName: 'Lead',
    requiredFields: [
      { fieldName: 'LastName', displayName: 'Last Name' },
      { fieldName: 'Company', displayName: 'Company' },
    ],
  });
});
const salesManifest =
  'specVersion: 1.0.0\nintegrations: [{name: sales, provider: salesforce, write: {objects: [{objectName: lead}]}}]';

test('a provider that cannot be asked is told of by each object, in an answer that is whole', async () => {
  const { hydrate, call, connectionId } = await given();
  const down = {
    provider: 'hubspot',
    match: { path: '/properties/' },
    times: 2,
    then: { status: 503, body: '' },
  };
  service.sandbox.setFault(down as never);
  const errorsIn = ({ body }: { body: unknown }) =>
    [(body as Hydrated).content.read, (body as Hydrated).content.write].flatMap((section) =>
      section.objects.map(({ error }) => error),
    );
  const untold = await hydrate();
  expect([untold.status, errorsIn(untold)]).toEqual([200, Array(3).fill(expect.stringContaining('503'))]);
  await service.database.pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [
    connectionId,
  ]);
  const dead = await hydrate();
  expect([dead.status, errorsIn(dead)]).toEqual([200, Array(3).fill(expect.stringContaining('reconnect'))]);
  expect((await call('GET', '/integrations/crm')).status).toBe(200);
});

test('every revision of an integration can be read; one of another integration or project cannot', async () => {
  const own = await given();
  await own.apply(manifest.replace('The CRM', 'Another name'));
  expect((await own.hydrate('')).body).toMatchObject({ content: { displayName: 'The CRM' } });
  const foreign = await given();
  await own.call('POST', '/integrations', { name: 'spare', provider: 'hubspot' });
  for (const path of [
    `/integrations/crm/revisions/${foreign.revision.id}:hydrate`,
    `/integrations/spare/revisions/${own.revision.id}:hydrate`,
    '/integrations/crm/revisions/latest:hydrate',
  ]) {
    const refused = await own.call('GET', path);
    expect([refused.status, issuesOf(refused)]).toMatchObject([404, [{ in: 'path', name: 'revisionId' }]]);
  }
  expect((await own.call('GET', `/integrations/erp/revisions/${own.revision.id}:hydrate`)).status).toBe(404);
  expect((await own.call('GET', `/integrations/crm/revisions/${own.revision.id}`)).status).toBe(404);
});

test('a connection that is not there, of another project or to another provider is refused', async () => {
  const [own, foreign] = [await given(), await given()];
  const salesforce = await own.connect('acme', {
    provider: 'salesforce',
    apiKey: 'sandbox-salesforce-acme',
    providerMetadata: { instanceUrl: `${service.sandbox.url}/salesforce` },
  });
  for (const [connectionId, status] of [
    [newId(), 404],
    [foreign.connectionId, 404],
    [salesforce, 400],
  ] as const) {
    const refused = await own.hydrate(`?connectionId=${connectionId}`);
    expect([refused.status, issuesOf(refused)]).toMatchObject([
      status,
      [{ in: 'query', name: 'connectionId' }],
    ]);
  }
  const frontend = await own.keyWith('frontend');
  const path = `/projects/${own.id}${own.path}?connectionId=${own.connectionId}`;
  expect((await service.send('GET', path, { key: frontend })).status).toBe(200);
  expect((await service.send('GET', path, { key: await own.keyWith('write:records') })).status).toBe(403);
});
