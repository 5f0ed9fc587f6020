import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startService, type Answer, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
let project: Awaited<ReturnType<typeof testProject>>;
beforeAll(async () => {
  service = await startService(await testDatabase());
  project = await testProject(service);
  await project.apply();
  const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  for (const groupRef of ['acme', 'globex', 'initech']) {
    await project.keyWith('operations:read');
    await project.call('POST', '/jwt-keys', { label: groupRef, algorithm: 'EdDSA', publicKeyPem: pem });
    await project.connect(groupRef);
    await project.install({ groupRef, config: { content: {} } });
  }
  for (const provider of ['hubspot', 'salesforce'])
    await project.call('POST', '/provider-apps', {
      provider,
      clientId: 'a',
      clientSecret: 'b',
      scopes: ['c'],
    });
});
afterAll(() => service.close());

type Row = { id: string };

const linkIn = ({ headers }: Answer) => /^<\/v1(\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/** Follows the links of a list, from an address below `/v1`. */
async function pagesFrom(path: string, key = project.key): Promise<Row[][]> {
  const answer = await service.send('GET', path, { key });
  expect(answer.status).toBe(200);
  const next = linkIn(answer);
  return [answer.body as Row[], ...(next === undefined ? [] : await pagesFrom(next, key))];
}

test.each([
  ['/api-keys', 4],
  ['/jwt-keys', 3],
  ['/connections', 3],
  ['/connections?provider=hubspot', 3],
  ['/installations', 3],
  ['/integrations/crm/installations', 3],
  ['/integrations', 2],
  ['/provider-apps', 2],
])('%s is one array without a size, and the same in pages of a size', async (list, count) => {
  const path = `/projects/${project.id}${list}`;
  const [whole = [], ...more] = await pagesFrom(path);
  expect([whole.length, more]).toEqual([count, []]);
  expect(whole.map(({ id }) => id)).toEqual(whole.map(({ id }) => id).toSorted());
  const sized = `${path}${path.includes('?') ? '&' : '?'}pageSize=`;
  expect(await pagesFrom(`${sized}1`)).toEqual(whole.map((row) => [row]));
  expect(await pagesFrom(`${sized}${count}`)).toEqual([whole]);
  expect(await pagesFrom(`${sized}${count - 1}`)).toEqual([whole.slice(0, -1), whole.slice(-1)]);
});

test('a list of large configs or manifests is told in several pages, although none were asked for', async () => {
  const { pool } = service.database;
  const large = await testProject(service);
  await large.apply();
  for (const groupRef of ['acme', 'globex']) {
    await large.connect(groupRef);
    await large.install({ groupRef, config: { content: {} } });
  }
  for (const table of ['installation_config', 'revision'])
    await pool.query(
      `UPDATE ${table} SET content = content || jsonb_build_object('note', repeat('x', 17 * 1024 * 1024))
       WHERE id = (SELECT id FROM ${table} WHERE project_id = $1 ORDER BY id LIMIT 1)`,
      [large.id],
    );
  for (const list of ['/installations', '/integrations']) {
    const pages = await pagesFrom(`/projects/${large.id}${list}`, large.key);
    expect(pages.map(({ length }) => length)).toEqual([1, 1]);
  }
  const spare = '  - name: spare\n    provider: hubspot\n    proxy: {}\n';
  const applied = await large.apply(`specVersion: 1.0.0\nintegrations:\n${spare}`);
  expect(applied).toMatchObject({ status: 200, body: [{ name: 'crm' }] });
  const rest = await pagesFrom(linkIn(applied) ?? '', large.key);
  expect(rest).toMatchObject([[{ name: 'sales' }, { name: 'spare' }]]);
});

test('a page is of the group that was asked for, and its token of that list alone', async () => {
  const path = `/projects/${project.id}/connections`;
  expect(await pagesFrom(`${path}?groupRef=globex&pageSize=1`)).toMatchObject([
    [{ group: { groupRef: 'globex' } }],
  ]);
  const token = linkIn(await project.call('GET', '/connections?pageSize=1'))?.split('pageToken=')[1] ?? '';
  expect((await project.call('GET', `/connections?pageSize=2&pageToken=${token}`)).body).toHaveLength(2);
  for (const other of ['/connections?groupRef=acme&', '/connections?provider=hubspot&', '/installations?']) {
    const refused = await project.call('GET', `${other}pageToken=${token}`);
    expect([refused.status, issuesOf(refused)]).toMatchObject([400, [{ in: 'query', name: 'pageToken' }]]);
  }
  for (const size of ['0', '1001', 'many', '']) {
    const refused = await project.call('GET', `/integrations?pageSize=${size}`);
    expect(issuesOf(refused)).toMatchObject([{ in: 'query', name: 'pageSize' }]);
  }
});

test('lists of what groups have are narrowed by name, provider and health', async () => {
  const { call, apply, connect, install, id } = await testProject(service);
  await apply();
  const groups = [
    ['ac_me', 'Größe GmbH'],
    ['acxme', '100% Ltd'],
  ] as const;
  for (const [groupRef, groupName] of groups) {
    await connect(groupRef, { groupName });
    await install({ groupRef, groupName, config: { content: {} } });
  }
  await service.database.pool.query(
    "UPDATE connection SET status = 'bad_credentials' WHERE project_id = $1 AND group_ref = 'acxme'",
    [id],
  );
  const found = async (list: string, filter: string): Promise<string[]> =>
    ((await call('GET', `${list}?${filter}`)).body as { group: { groupRef: string } }[]).map(
      ({ group }) => group.groupRef,
    );
  const expected = {
    'q=ac': ['ac_me', 'acxme'],
    'q=C_M': ['ac_me'],
    'q=gr%C3%B6': ['ac_me'],
    'q=0%25': ['acxme'],
    'q=%5C': [],
    'health=healthy': ['ac_me'],
    'health=unhealthy': ['acxme'],
    'provider=hubspot&pageSize=2': ['ac_me', 'acxme'],
    'provider=salesforce': [],
    'q=ac&health=unhealthy&groupRef=ac_me': [],
  };
  for (const list of ['/connections', '/installations', '/integrations/crm/installations']) {
    const told = [];
    for (const filter of Object.keys(expected)) told.push([filter, await found(list, filter)]);
    expect(Object.fromEntries(told)).toEqual(expected);
  }
  expect(issuesOf(await call('GET', '/installations?health=ill'))).toMatchObject([{ name: 'health' }]);
});

test('what is deleted between two pages leaves no gap and repeats nothing', async () => {
  const { call, keyWith, id } = await testProject(service);
  for (const scope of ['operations:read', 'write:records']) await keyWith(scope);
  const [first, second, third] = (await call('GET', '/api-keys')).body as [Row, Row, Row];
  const page = await call('GET', '/api-keys?pageSize=2');
  expect(page.body).toEqual([first, second]);
  await call('DELETE', `/api-keys/${second.id}`);
  const next = linkIn(page) ?? '';
  expect(next).toContain(`/projects/${id}/api-keys?pageSize=2&pageToken=`);
  expect((await call('GET', next.replace(`/projects/${id}`, ''))).body).toEqual([third]);
});
