import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { managementHostFacts } from '@writ/contracts';
import { openDatabase } from '@writ/db';
import { sitePages } from '@writ/docs';
import { createHttpApp, listen } from '@writ/http';
import { createClosing, createServiceFrame, systemClock } from '@writ/service-kit';
import { openApiWitness } from '@writ/test-kit';
import { getLanes } from './routes/lane-endpoints.ts';
import { getOperation, getOperations } from './routes/operation-endpoints.ts';

const closing = createClosing();
const id = '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2';
/** No request here may reach it. */
const database = closing.add(
  openDatabase({ url: 'postgresql://127.0.0.1:1/none', maxConnections: 1, applicationName: 'test' }),
  (opened) => opened.close(),
);
let url = '';

beforeAll(async () => {
  const frame = createServiceFrame('operations', { LOG_LEVEL: 'error' });
  closing.add(frame.metrics, ({ registry }) => registry.clear());
  const look = () => Promise.reject(new Error('Nobody looks at it.'));
  const app = createHttpApp({
    ...frame,
    pages: sitePages({
      api: managementHostFacts,
      managementUrl: 'http://writ.test/v1',
      writeUrl: 'http://write.test/v1',
    }),
    endpoints: [getOperations(database), getLanes({ ...database, look }), getOperation(database)],
    authentication: {
      findHolder: () => Promise.resolve(undefined),
      findProject: () => Promise.resolve({ id, name: 'demo' }),
      adminToken: 'admin-token',
    },
    problems: { catalogueUrl: 'http://docs.test/problems' },
    clock: systemClock,
    isUnavailable: () => false,
    isContentFault: () => false,
  });
  ({ url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (server) => server.close()));
});
afterAll(() => closing.close());

const witness = openApiWitness();

async function get(path: string): Promise<{ status: number; issues: unknown }> {
  const address = `${url}/v1/projects/demo${path}`;
  const answer = await fetch(address, { headers: { Authorization: 'Bearer admin-token' } });
  const body = (await answer.json()) as { issues?: unknown };
  const { status } = answer;
  await witness({ method: 'GET', url: address, status, type: answer.headers.get('content-type'), body });
  return { status, issues: body.issues };
}

test.each([
  ['groupRef', '\0'],
  ['resource', 'contacts\0'],
  ['installationId', `urn:uuid:${id}`],
  ['since', '2026-11-21T23:59:60Z'],
  ['until', '0000-01-01T00:00:00Z'],
  ['since', '2026-02-30T00:00:00Z'],
  ['until', '9999-12-31T23:59:59-00:01'],
  ['pageToken', 'no-token'],
  ['pageSize', '1001'],
  ['status', 'done'],
])('%s=%j is an issue of the query, and the database is not asked', async (name, value) => {
  const { status, issues } = await get(`/operations?${name}=${encodeURIComponent(value)}`);
  expect(status).toBe(400);
  expect(issues).toEqual([expect.objectContaining({ in: 'query', name })]);
});

test.each(['%00', 'urn:uuid:1', 'x'])('no operation has the id %s', async (given) => {
  const { status, issues } = await get(`/operations/${given}`);
  expect(status).toBe(404);
  expect(issues).toEqual([expect.objectContaining({ in: 'path', name: 'operationId' })]);
});

test('a token of no page is an issue of a list of lanes, too, beside others', async () => {
  const { issues } = await get('/lanes?pageToken=x&kind=other');
  expect((issues as { name: string }[]).map(({ name }) => name).toSorted()).toEqual(['kind', 'pageToken']);
});
