import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDatabase } from '@writ/test-kit';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const create = { type: 'create', record: { firstname: 'Ada' } };
const key = { 'Idempotency-Key': 'first' };

test.each([
  ['synchronous', create],
  ['asynchronous', { ...create, mode: 'asynchronous' }],
])('a repeated %s write has its first answer, whatever became of the installation', async (_, body) => {
  const { write, projectId, calls } = await gateway.install({ provider: 'hubspot', objectName: 'contacts' });
  const first = await write(body, key);
  expect(first.status).toBe(200);
  const callsBefore = calls().length;
  const { pool } = gateway.database;
  await pool.query('DELETE FROM installation WHERE project_id = $1', [projectId]);
  const again = await write(body, key);
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(calls()).toHaveLength(callsBefore);
  expect((await write(body)).status).toBe(404);
  expect((await write({ ...body, record: { firstname: 'Bob' } }, key)).status).toBe(422);
});

test('a repeated delete has its first answer when nothing may be deleted any more', async () => {
  const content = {
    write: { objects: { contacts: { objectName: 'contacts', deletionSettings: { enabled: true } } } },
  };
  const installed = await gateway.install({ provider: 'hubspot', objectName: 'contacts', content });
  const { body } = await installed.write(create);
  const { recordId } = body['result'] as { recordId: string };
  const remove = { type: 'delete', record: { id: recordId } };
  const first = await installed.write(remove, key);
  expect(first.status).toBe(200);
  await gateway.database.pool.query('DELETE FROM installation WHERE project_id = $1', [installed.projectId]);
  expect(await installed.write(remove, key)).toMatchObject({ status: 200, body: first.body });
});

test('a delete is done at once, whatever its mode says; no other write has a mode of its own making', async () => {
  const content = {
    write: { objects: { contacts: { objectName: 'contacts', deletionSettings: { enabled: true } } } },
  };
  const { write } = await gateway.install({ provider: 'hubspot', objectName: 'contacts', content });
  const { body } = await write({ ...create, mode: 'synchronous' });
  const { recordId } = body['result'] as { recordId: string };
  const removed = await write({ type: 'delete', record: { id: recordId }, mode: 'whenever' });
  expect(removed).toMatchObject({ status: 200, body: { result: { success: true } } });
  expect(await write({ ...create, mode: 'whenever' })).toMatchObject({
    status: 400,
    body: { issues: [{ name: '/mode', value: 'whenever', retryable: false }] },
  });
});

test('a key that was disabled is refused from the next request on, and no call is made for it', async () => {
  const { write, projectId, calls } = await gateway.install({ provider: 'hubspot', objectName: 'contacts' });
  expect((await write(create)).status).toBe(200);
  const callsBefore = calls().length;
  const { pool } = gateway.database;
  await pool.query('UPDATE api_key SET active = false WHERE project_id = $1', [projectId]);
  expect(await Promise.all([write(create), write(create)])).toMatchObject([{ status: 401 }, { status: 401 }]);
  expect((await write({ ...create, mode: 'asynchronous' })).status).toBe(401);
  expect(calls()).toHaveLength(callsBefore);
  await pool.query('UPDATE api_key SET active = true WHERE project_id = $1', [projectId]);
  expect((await write(create)).status).toBe(200);
});
