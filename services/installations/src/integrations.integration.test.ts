import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type Answer, type TestService } from './testing/start-service.ts';
import { issuesOf, manifest, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

type Integration = { id: string; name: string; latestRevision: { id: string } };

test('a manifest makes the integrations; repeated it changes nothing, changed it makes a revision', async () => {
  const { apply, call } = await testProject(service);
  const first = await apply();
  expect(first.status).toBe(200);
  expect(first.body).toEqual([
    expect.objectContaining({
      name: 'crm',
      displayName: 'The CRM',
      provider: 'hubspot',
      latestRevision: expect.objectContaining({ specVersion: '1.0.0' }),
    }),
    expect.objectContaining({ name: 'sales', provider: 'salesforce' }),
  ]);
  expect((await apply()).body).toEqual(first.body);
  const changed = (await apply(manifest.replace('- objectName: deals', '- objectName: companies')))
    .body as Integration[];
  const [crm, sales] = first.body as Integration[];
  expect(changed[0]).toMatchObject({ id: crm!.id, updateTime: expect.any(String) });
  expect(changed[0]!.latestRevision.id).not.toBe(crm!.latestRevision.id);
  expect(changed[1]).toEqual(sales);
  expect((await call('GET', `/integrations/${crm!.id}`)).body).toEqual(changed[0]);
  expect((await call('GET', '/integrations')).body).toEqual(changed);
});

test('every fault of a manifest is an issue with its line, and nothing is applied', async () => {
  const { apply, call } = await testProject(service);
  const faulty = await apply(
    manifest.replace('hubspot', 'hubspto').replace('inheritMapping', 'inheritMaping'),
  );
  expect(faulty.status).toBe(400);
  expect(issuesOf(faulty)).toEqual([
    expect.objectContaining({
      name: '/sourceYaml',
      detail: expect.stringMatching(/^Line 5: .*Did you mean `hubspot`\?$/),
      context: { line: 5, path: '/integrations/0/provider' },
    }),
    expect.objectContaining({
      detail: expect.stringMatching(/^Line 12: .*Did you mean `inheritMapping`\?$/),
    }),
  ]);
  expect((await call('GET', '/integrations')).body).toEqual([]);
});

const onlyOther = `specVersion: 1.0.0
integrations:
  - name: other
    provider: hubspot
    proxy:
      enabled: true
`;
const namesIn = ({ body }: Answer) => (body as Integration[]).map(({ name }) => name);

test.each(['', '?destructive=false'])(
  'a manifest sent with %j leaves the integrations that it lacks as they are',
  async (query) => {
    const { apply, call } = await testProject(service);
    const before = (await apply()).body as Integration[];
    const after = await apply(onlyOther, query);
    expect(after.status).toBe(200);
    expect(namesIn(after)).toEqual(['crm', 'sales', 'other']);
    expect((after.body as Integration[]).slice(0, 2)).toEqual(before);
    expect((await call('GET', '/integrations')).body).toEqual(after.body);
  },
);

test('a destructive manifest drops the integrations that it lacks', async () => {
  const { apply, call } = await testProject(service);
  await apply();
  expect(namesIn(await apply(onlyOther, '?destructive=true'))).toEqual(['other']);
  expect((await call('GET', '/integrations/crm')).status).toBe(404);
});

test('an integration that has installations is not deleted, and how many it has is told', async () => {
  const { apply, connect, install, call } = await testProject(service);
  await apply(manifest);
  await connect();
  const { id } = (await install({ groupRef: 'acme', config: { content: {} } })).body as { id: string };
  expect(await call('DELETE', '/integrations/crm')).toMatchObject({
    status: 409,
    body: { detail: 'The integration has installations: 1.' },
  });
  expect((await call('DELETE', `/integrations/crm/installations/${id}`)).status).toBe(204);
  expect((await call('DELETE', '/integrations/crm')).status).toBe(204);
});

test('a destructive manifest that would drop installed integrations is refused whole, and names them all', async () => {
  const { apply, connect, install, call } = await testProject(service);
  const before = (await apply(`${manifest}  - name: spare\n    provider: hubspot\n    proxy: {}\n`)).body;
  await connect();
  expect((await install({ groupRef: 'acme', config: { content: {} } })).status).toBe(201);
  expect((await install({ groupRef: 'acme', config: { content: {} } }, 'spare')).status).toBe(201);
  const refused = await apply(onlyOther, '?destructive=true');
  expect(refused).toMatchObject({ status: 409, body: { type: expect.stringMatching(/in-use$/) } });
  expect(issuesOf(refused)).toMatchObject([
    { in: 'body', name: '/sourceYaml', value: 'crm', detail: expect.stringContaining('1') },
    { in: 'body', name: '/sourceYaml', value: 'spare' },
  ]);
  expect((await call('GET', '/integrations')).body).toEqual(before);
  expect((await call('GET', '/installations')).body).toHaveLength(2);
});

test('an integration that gets another provider is replaced by a destructive manifest alone, and never while it is installed', async () => {
  const { apply, connect, install, call } = await testProject(service);
  const before = (await apply()).body as Integration[];
  const moved = manifest.replace('provider: hubspot', 'provider: salesforce');
  const refused = await apply(moved);
  expect(refused).toMatchObject({ status: 409, body: { type: expect.stringMatching(/name-taken$/) } });
  expect(issuesOf(refused)).toMatchObject([{ in: 'body', name: '/sourceYaml', value: 'crm' }]);
  await connect();
  const installed = await install({ groupRef: 'acme', config: { content: {} } });
  expect(await apply(moved, '?destructive=true')).toMatchObject({ status: 409 });
  expect((await call('GET', '/integrations')).body).toEqual(before);
  await call('DELETE', `/integrations/crm/installations/${(installed.body as { id: string }).id}`);
  expect(await apply(moved, '?destructive=true')).toMatchObject({ status: 200 });
  const { body } = await call('GET', '/integrations/crm');
  expect(body).toMatchObject({ provider: 'salesforce' });
  expect((body as Integration).id).not.toBe(before[0]!.id);
});

test('a dry run tells what would change, and changes nothing', async () => {
  const { apply, call } = await testProject(service);
  const before = (await apply()).body;
  const changed = `${manifest.replace('- objectName: deals', '- objectName: companies')}  - name: spare
    provider: hubspot
    proxy:
      enabled: true
`;
  expect(await apply(changed, '?dryRun=true')).toMatchObject({
    status: 200,
    body: {
      changes: [
        { name: 'crm', provider: 'hubspot', change: 'revise' },
        { name: 'sales', provider: 'salesforce', change: 'keep' },
        { name: 'spare', provider: 'hubspot', change: 'make' },
      ],
    },
  });
  const destroyed = await apply(
    manifest.replace('- name: crm', '- name: other').replace('provider: salesforce', 'provider: hubspot'),
    '?dryRun=true&destructive=true',
  );
  expect(destroyed.body).toEqual({
    changes: [
      { name: 'crm', provider: 'hubspot', change: 'drop' },
      { name: 'sales', provider: 'salesforce', change: 'drop' },
      { name: 'other', provider: 'hubspot', change: 'make' },
      { name: 'sales', provider: 'hubspot', change: 'make' },
    ],
  });
  expect((await call('GET', '/integrations')).body).toEqual(before);
  expect(await apply(changed, '?dryRun=false')).toMatchObject({ status: 200, body: [{}, {}, {}] });
});

test('a dry run is refused for the faults for which the manifest would be', async () => {
  const { apply, call, connect, install } = await testProject(service);
  const before = (await apply()).body;
  const faulty = await apply(manifest.replace('provider: hubspot', 'provider: hubspto'), '?dryRun=true');
  expect([faulty.status, issuesOf(faulty)]).toMatchObject([400, [{ name: '/sourceYaml' }]]);
  const moved = await apply(manifest.replace('provider: hubspot', 'provider: salesforce'), '?dryRun=true');
  expect([moved.status, issuesOf(moved)]).toMatchObject([409, [{ value: 'crm' }]]);
  await connect();
  await install({ groupRef: 'acme', config: { content: {} } });
  const inUse = await apply(onlyOther, '?dryRun=true&destructive=true');
  expect([inUse.status, issuesOf(inUse)]).toMatchObject([409, [{ value: 'crm' }]]);
  expect((await call('GET', '/integrations')).body).toEqual(before);
});

test('a manifest may have a megabyte, however much longer it is as JSON', async () => {
  const { apply, call } = await testProject(service);
  const most = 1024 * 1024;
  const long = manifest + '#"\n'.repeat(Math.floor((most - manifest.length) / 3));
  const longer = manifest + '# ü\n'.repeat(most / 5);
  expect((await apply(long)).status).toBe(200);
  const latestRevision = { sourceYaml: longer };
  const detail = expect.stringContaining(`the limit is ${most}`);
  const body = { name: 'crm', provider: 'hubspot', latestRevision };
  const [batch, one] = [await apply(longer), await call('POST', '/integrations', body)];
  expect([batch.status, issuesOf(batch)]).toMatchObject([400, [{ name: '/sourceYaml', detail }]]);
  expect([one.status, issuesOf(one)]).toMatchObject([400, [{ name: '/latestRevision/sourceYaml', detail }]]);
});

test('an integration is deleted when nobody has installed it', async () => {
  const { apply, connect, install, call } = await testProject(service);
  await apply();
  await connect();
  await install({ groupRef: 'acme', config: { content: {} } });
  expect((await call('DELETE', '/integrations/crm')).status).toBe(409);
  expect((await call('DELETE', '/integrations/sales')).status).toBe(204);
  expect((await call('DELETE', '/integrations/sales')).status).toBe(404);
  expect((await call('GET', '/integrations/%00')).status).toBe(404);
});

test('manifests of one project that are sent at once are applied one after the other', async () => {
  const { apply } = await testProject(service);
  const answers = await Promise.all(Array.from({ length: 8 }, () => apply()));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('a manifest of thousands of integrations takes a few statements of a few hundred rows each', async () => {
  const { apply, call } = await testProject(service);
  const text = (displayName: string) =>
    `specVersion: 1.0.0\nintegrations:\n${Array.from({ length: 6_000 }, (_, at) => `  - {name: i${at}, displayName: ${displayName}, provider: hubspot, proxy: {}}\n`).join('')}`;
  const making = await statementsOf(async () => expect((await apply(text('First'))).status).toBe(200));
  // In parts, like the list: they may be large.
  const ofList = await statementsOf(async () =>
    expect((await call('GET', '/integrations')).status).toBe(200),
  );
  const revising = await statementsOf(async () => expect((await apply(text('Second'))).status).toBe(200));
  for (const { count, mostValues } of [making, revising]) {
    expect(count - ofList.count).toBeLessThan(110);
    // Building thousands of rows would block the process.
    expect(mostValues).toBeLessThan(3_000);
  }
  expect((await call('GET', '/integrations/i5999')).body).toMatchObject({
    displayName: 'Second',
    latestRevision: { content: { displayName: 'Second' } },
  });
  expect(namesIn(await apply(onlyOther, '?destructive=true'))).toEqual(['other']);
});

type Client = { query: (...args: never[]) => unknown };

/** Counts statements, and the values of the largest. */
async function statementsOf(work: () => Promise<void>): Promise<{ count: number; mostValues: number }> {
  const sent = { count: 0, mostValues: 0 };
  const watched = new Set<Client>();
  const watch = (client: Client): void => {
    if (watched.has(client)) return;
    watched.add(client);
    const { query } = client;
    client.query = new Proxy(query, {
      apply: (target, of, args: never[]) => {
        const statement = args[0] as { values?: readonly unknown[] } | undefined;
        sent.count += 1;
        sent.mostValues = Math.max(sent.mostValues, statement?.values?.length ?? 0);
        return Reflect.apply(target, of, args);
      },
    });
  };
  const { pool } = service.database;
  pool.on('acquire', watch);
  await work();
  pool.off('acquire', watch);
  return { ...sent };
}
