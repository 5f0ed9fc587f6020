import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ConfigContent } from '@writ/contracts';
import { changeInstallation, listInstallations } from '@writ/installation';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import type { Installed } from './testing/install.ts';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let database: TestDatabase;
let gateway: Gateway;
beforeAll(async () => {
  database = await testDatabase();
  gateway = await startGateway(database);
});
afterAll(() => gateway.close());

const install = (content: ConfigContent) =>
  gateway.install({ provider: 'hubspot', objectName: 'contacts', content });
const record = { firstname: 'Ada' };
const create = { type: 'create', record };
const later = { mode: 'asynchronous' };
const off = { status: 403, body: { type: expect.stringMatching(/\/object-switched-off$/) } };

const withoutContacts: [what: string, write: ConfigContent['write']][] = [
  ['names other objects only', { objects: { deals: { objectName: 'deals' } } }],
  ['names no object', { objects: {} }],
  ['is empty', {}],
  [
    'has an entry under the key that is about another object',
    { objects: { contacts: { objectName: 'deals' } } },
  ],
];
test.each(withoutContacts)(
  'nothing is written to an object when the `write` section %s',
  async (_, write) => {
    const { write: send, calls, projectId } = await install({ write: write ?? {} });
    const answers = [
      await send(create),
      await send({ type: 'update', batch: [{ record: { id: '1', ...record } }] }),
      await send({ type: 'delete', record: { id: '1' } }),
      await send({ ...create, ...later }),
      await send({ type: 'create', batch: [{ record }], ...later }),
      await send({ ...create, ...later, autoBatchPolicy: { maxDelayMinutes: 1 } }),
    ];
    for (const answer of answers) expect(answer).toMatchObject(off);
    expect(calls()).toEqual([]);
    const { rows } = await pool().query('SELECT FROM operation WHERE project_id = $1', [projectId]);
    expect(rows).toEqual([]);
  },
);

const withContacts: [what: string, content: ConfigContent][] = [
  ['no `write` section', {}],
  ['a `read` section only', { read: { objects: {} } }],
  ['the object by its key', { write: { objects: { contacts: {} } } }],
  ['the object by its `objectName`', { write: { objects: { people: { objectName: 'contacts' } } } }],
];
test.each(withContacts)('a config with %s leaves the object as the manifest has it', async (_, content) => {
  const { write } = await install(content);
  expect(await write(create)).toMatchObject({ status: 200 });
  expect(await write({ ...create, ...later })).toMatchObject({ status: 200 });
});

test('faults of form and a group that is unknown come before; other faults are told with it', async () => {
  const content: ConfigContent = {
    write: {},
    read: { objects: { contacts: { selectedFieldMappings: { phone: 'mobilephone' } } } },
  };
  const { write } = await gateway.install({
    provider: 'hubspot',
    objectName: 'contacts',
    content,
    inheritMapping: true,
  });
  expect(await write({ ...create, mode: 'whenever' })).toMatchObject({ status: 400 });
  const twice = { phone: '1', mobilephone: '2' };
  const places = [{ name: 'objectName' }, { name: '/record/phone' }];
  const both = await write({ type: 'create', record: twice });
  expect(both).toMatchObject({ ...off, body: { ...off.body, issues: expect.anything() } });
  expect(both.body['issues']).toEqual(places.map((place): unknown => expect.objectContaining(place)));
  expect(await write({ ...create, groupRef: 'nobody' })).toMatchObject({ status: 404 });
  expect(await write({ type: 'delete', record: { id: '1' } })).toMatchObject(off);
});

test('a config of an older release counts as before, until it is changed', async () => {
  const installed = await install({ write: {} });
  await markAsOld(installed);
  expect(await installed.write(create)).toMatchObject({ status: 200 });
  await change(installed, { connection: true });
  expect(await installed.write(create)).toMatchObject({ status: 200 });
  await change(installed, { content: { write: { objects: {} } } });
  expect(await installed.write(create)).toMatchObject(off);
});

test('a repeated write has its first answer when its object was switched off meanwhile', async () => {
  const installed = await install({});
  const key = { 'Idempotency-Key': 'first' };
  const first = await installed.write({ ...create, ...later }, key);
  await change(installed, { content: { write: {} } });
  expect(await installed.write({ ...create, ...later }, key)).toMatchObject({
    status: 200,
    body: first.body,
  });
  expect(await installed.write({ ...create, ...later })).toMatchObject(off);
});

test('every gateway sees at its next request that an object was switched off, or on', async () => {
  const other = await startGateway({ ...database, drop: () => Promise.resolve() });
  try {
    const installed = await install({ write: { objects: { contacts: {} } } });
    const headers = { 'X-Api-Key': installed.key };
    const body = { groupRef: 'acme', ...create, ...later };
    const statuses = () =>
      Promise.all(
        [gateway, other].map(async ({ send }) => (await send(installed.path, { headers, body })).status),
      );
    expect(await statuses()).toEqual([200, 200]);
    await change(installed, { content: { write: { objects: {} } } });
    expect(await statuses()).toEqual([403, 403]);
    await change(installed, { content: { write: { objects: { contacts: {} } } } });
    expect(await statuses()).toEqual([200, 200]);
  } finally {
    await other.close();
  }
});

const pool = () => gateway.database.pool;

/** As inserted by a release without the column. */
const markAsOld = ({ projectId }: Installed) =>
  pool().query('UPDATE installation SET listed_objects_only = DEFAULT WHERE project_id = $1', [projectId]);

async function change(
  { projectId }: Installed,
  { content, connection }: { content?: ConfigContent; connection?: true },
): Promise<void> {
  const [installation] = await listInstallations(gateway.database.prisma, { projectId });
  if (installation === undefined) throw new Error('the installation is gone');
  const { revisionId } = installation.config;
  await changeInstallation(gateway.database.prisma, installation, {
    ...(connection && { connectionId: installation.connection.id }),
    ...(content && { config: { revisionId, content, createdBy: 'test' } }),
  });
}
