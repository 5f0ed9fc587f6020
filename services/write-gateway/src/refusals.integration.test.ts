import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { apiKeys } from '@writ/tenancy';
import { newId } from '@writ/db';
import { leadAstray, testDatabase, testActor, type TestDatabase } from '@writ/test-kit';
import type { Installed } from './testing/install.ts';
import type { Answer } from './testing/send.ts';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let database: TestDatabase;
let gateway: Gateway;
let installed: Installed;
beforeAll(async () => {
  database = await testDatabase();
  gateway = await startGateway(database);
  installed = await gateway.install({ provider: 'hubspot', objectName: 'contacts' });
});
afterAll(() => gateway.close());

const body = { groupRef: 'acme', type: 'create', record: { firstname: 'Ada' } };
const withKey = (headers: Record<string, string> = {}) => ({ 'X-Api-Key': installed.key, ...headers });
const pathTo = ({ project = installed.projectId, integration = 'crm', object = 'contacts' }) =>
  `/v1/projects/${project}/integrations/${integration}/objects/${object}`;

function expectProblem(answer: Answer, status: number, kind: string): void {
  expect(answer.body).toMatchObject({ status, type: expect.stringMatching(new RegExp(`/${kind}$`)) });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch('application/problem+json');
  expect(answer.headers.get('x-request-id')).toBe(answer.body['requestId']);
  for (const member of ['title', 'detail', 'instance', 'time', 'remedy', 'href', 'retryable'])
    expect(answer.body).toHaveProperty(member);
}

test.each([
  ['', 'invalid-input'],
  ['{"a":', 'malformed-body'],
  ['not json', 'malformed-body'],
  ['[]', 'invalid-input'],
  ['null', 'invalid-input'],
  ['"text"', 'invalid-input'],
  ['{"groupRef":"acme","__proto__":{"x":1}}', 'malformed-body'],
  ['{"groupRef":"acme","constructor":{"prototype":{"x":1}}}', 'malformed-body'],
])('the body %j is refused with 400', async (text, kind) => {
  const answer = await gateway.send(installed.path, { headers: withKey(), body: text });
  expectProblem(answer, 400, kind);
  expect(answer.body['issues']).toEqual(expect.arrayContaining([expect.objectContaining({ in: 'body' })]));
});

test('no credential, a wrong one and two at once: 401 without a word on which', async () => {
  const send = (headers: Record<string, string>) => gateway.send(installed.path, { headers, body });
  const answers = [
    await send({}),
    await send({ 'X-Api-Key': 'nonsense' }),
    await send({ 'X-Api-Key': installed.key.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    await send({ Authorization: 'Bearer nonsense' }),
    await send(withKey({ Authorization: 'Bearer nonsense' })),
  ];
  for (const answer of answers) {
    expectProblem(answer, 401, 'not-authenticated');
    expect(answer.headers.get('www-authenticate')).toEqual(expect.any(String));
  }
  expect(new Set(answers.map((answer) => answer.body['detail'])).size).toBe(1);
});

test('a key without the scope: 403, with what to do', async () => {
  const keys = apiKeys(gateway.database);
  const { key } = await keys.insert(
    {
      projectId: installed.projectId,
      label: 'r',
      scopes: ['operations:read'],
    },
    testActor,
  );
  expectProblem(
    await gateway.send(installed.path, { headers: { 'X-Api-Key': key }, body }),
    403,
    'scope-missing',
  );
});

test('an object that the manifest does not list: 403, and the one that was probably meant', async () => {
  const answer = await gateway.send(pathTo({ object: 'contact' }), { headers: withKey(), body });
  expectProblem(answer, 403, 'object-not-writable');
  expect(answer.body['detail']).toMatch('Did you mean `contacts`?');
});

test('a delete where the installation has not enabled it: 403 before any call', async () => {
  const answer = await installed.write({ type: 'delete', record: { id: '1' } });
  expectProblem(answer, 403, 'deletion-disabled');
  expect(installed.calls()).toEqual([]);
});

test('a path that names nothing of the project: 404, with an issue on its part', async () => {
  const other = await gateway.install({ provider: 'hubspot', objectName: 'contacts' });
  const foreign = await gateway.send(other.path, { headers: withKey(), body });
  const unknown = await gateway.send(pathTo({ project: 'nobody' }), { headers: withKey(), body });
  for (const answer of [foreign, unknown]) {
    expectProblem(answer, 404, 'not-found');
    expect(answer.body['issues']).toMatchObject([{ in: 'path', name: 'projectIdOrName' }]);
  }
  const integration = await gateway.send(pathTo({ integration: 'erp' }), { headers: withKey(), body });
  expectProblem(integration, 404, 'not-found');
  expect(integration.body['issues']).toMatchObject([
    { in: 'path', name: 'integrationIdOrName', value: 'erp' },
  ]);
});

test.each(['synchronous', 'asynchronous'])(
  'an installation that used a connection of another group before, %s: 422 before any call, with what to do',
  async (mode) => {
    const one = await gateway.install({ provider: 'hubspot', objectName: 'contacts' });
    const { pool } = database;
    const connectionId = newId();
    await pool.query(
      `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials)
       SELECT $1, project_id, provider, 'globex', account, auth_scheme, credentials FROM connection WHERE project_id = $2`,
      [connectionId, one.projectId],
    );
    const where = [one.projectId];
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM installation WHERE project_id = $1',
      where,
    );
    const { id = '' } = rows[0] ?? {};
    await leadAstray(pool, { id, connectionId });
    const answer = await one.write({ ...body, mode });
    expectProblem(answer, 422, 'connection-not-working');
    expect(answer.body).toMatchObject({ context: { connectionId } });
    expect(answer.body['remedy']).toContain(`/installations/${id}`);
    expect(one.calls()).toEqual([]);
  },
);

test('a group without an installation: 404, with an issue on the body', async () => {
  const answer = await installed.write({ ...body, groupRef: 'nobody' });
  expectProblem(answer, 404, 'installation-not-found');
  expect(answer.body['issues']).toMatchObject([{ in: 'body', name: '/groupRef', value: 'nobody' }]);
});

test('an address that is not served, and a method that is not: 404 and 405', async () => {
  expectProblem(await gateway.send('/v1/nothing', { headers: withKey(), body }), 404, 'not-found');
  const answer = await gateway.send(installed.path, { method: 'PUT', headers: withKey(), body });
  expectProblem(answer, 405, 'method-not-allowed');
  expect(answer.headers.get('allow')).toBe('POST');
});

test('a query parameter that is not known: 400', async () => {
  const answer = await gateway.send(`${installed.path}?dryRun=true`, { headers: withKey(), body });
  expectProblem(answer, 400, 'invalid-input');
  expect(answer.body['issues']).toMatchObject([{ in: 'query', name: 'dryRun' }]);
});

test('over 5 MB: 413; 5 MB are read', async () => {
  const padded = (bytes: number) => JSON.stringify({ ...body, record: { a: 'x'.repeat(bytes) } });
  const large = await gateway.send(installed.path, { headers: withKey(), body: padded(5 * 1024 * 1024) });
  expectProblem(large, 413, 'body-too-large');
  const fitting = await gateway.send(installed.path, {
    headers: withKey(),
    body: padded(5 * 1024 * 1024 - 100),
  });
  expect(fitting.status).not.toBe(413);
});

test.each([
  [{ 'Content-Type': 'text/plain' }],
  [{ 'Content-Type': 'application/json; charset=utf-16' }],
  [{ 'Content-Encoding': 'gzip' }],
])('%j: 415', async (headers) => {
  const answer = await gateway.send(installed.path, { headers: withKey(headers), body });
  expectProblem(answer, 415, 'unsupported-media-type');
});

test('whatever the caller accepts, the answer is JSON', async () => {
  const answer = await installed.write(body, { Accept: 'text/html' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch('application/json');
});

test('the request id is the caller’s when it can be, and stands on the operation', async () => {
  const own = await installed.write(body, { 'X-Request-Id': 'order-17' });
  expect(own.headers.get('x-request-id')).toBe('order-17');
  const tooLong = await installed.write(body, { 'X-Request-Id': 'x'.repeat(129) });
  expect(tooLong.headers.get('x-request-id')).not.toMatch('xxx');
  const { rows } = await gateway.database.pool.query<{ request_id: string }>(
    'SELECT request_id FROM operation WHERE id = $1',
    [own.body['operationId']],
  );
  expect(rows).toEqual([{ request_id: 'order-17' }]);
});

test('names serve as well as ids', async () => {
  const { rows } = await gateway.database.pool.query<{ name: string; id: string }>(
    'SELECT project.name, integration.id FROM project JOIN integration ON project_id = project.id WHERE project.id = $1',
    [installed.projectId],
  );
  const [{ name: project, id: integration }] = rows as [{ name: string; id: string }];
  const answer = await gateway.send(pathTo({ project, integration }), { headers: withKey(), body });
  expect(answer.status).toBe(200);
});
