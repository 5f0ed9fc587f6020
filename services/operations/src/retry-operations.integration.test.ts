import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { followOperations, type NewOperation } from '@writ/operation';
import { startOperations, type TestOperations } from './testing/start-operations.ts';
import { disconnected, refused, unanswered, written } from './testing/writing.ts';

let service: TestOperations;
beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.close());

type Installed = Awaited<ReturnType<TestOperations['install']>>;

const retry = (id: string) => service.call('POST', `/operations/${id}:retry`);

/** Three records; the second was written. */
async function aHalfWrittenBatch() {
  const { write, accept, claim, rest, settle, install } = service;
  const installed = await install();
  const records = ['a', 'b', 'c'].map((name) => ({ fields: { name } }));
  const operation = write(installed, { form: 'batch', records });
  await accept(operation);
  await settle(await claim(installed.laneId), refused, written, refused);
  await rest(installed.laneId);
  return { installed, operation };
}

test('the failed records become a new operation, with what the installation leads to now', async () => {
  const { claim, pool, connect, woken } = service;
  const { installed, operation } = await aHalfWrittenBatch();
  const [connectionId, configId] = [newId(), newId()];
  await connect({ connectionId, account: installed.account });
  await pool.query('UPDATE installation SET connection_id = $2, config_id = $3 WHERE id = $1', [
    installed.installationId,
    connectionId,
    configId,
  ]);
  const { status, body } = await retry(operation.id);
  expect(status).toBe(200);
  const claimed = await claim(installed.laneId);
  expect(claimed).toMatchObject([
    { id: body['operationId'], connectionId, configId, type: 'create', form: 'batch', deadlineHours: 1 },
  ]);
  expect(claimed[0]?.pending.map(({ planned }) => planned.fields)).toEqual([{ name: 'a' }, { name: 'c' }]);
  expect(woken).toContain(installed.laneId);
  const { body: log } = await service.call('GET', `/operations/${operation.id}/logs`);
  expect(log).toMatchObject([
    { message: { msg: 'The write was accepted' } },
    { message: { msg: 'attempt' } },
    { message: { msg: expect.stringMatching(/^Batch write completed/) as unknown } },
    {
      message: {
        msg: expect.stringMatching(/tried again/) as unknown,
        details: { operationId: body['operationId'] },
      },
    },
  ]);
});

test('an update that is tried again stands in line for the same record as before', async () => {
  const { write, accept, claim, settle, install } = service;
  const installed = await install();
  const update = (id: string) =>
    write(installed, { type: 'update', records: [{ id, key: '5', fields: { name: 'a' } }] });
  const [failed, later] = [update('5L'), update('5')];
  await accept(failed);
  await settle(await claim(installed.laneId), refused);
  await accept(later);
  await retry(failed.id);
  expect((await claim(installed.laneId)).map(({ id }) => id)).toEqual([later.id]);
});

test('asked twice, also at once, the answer is one and the same operation', async () => {
  const { operation, installed } = await aHalfWrittenBatch();
  const answers = await Promise.all(Array.from({ length: 6 }, () => retry(operation.id)));
  expect(new Set(answers.map(({ body }) => body['operationId'])).size).toBe(1);
  expect(await service.claim(installed.laneId)).toHaveLength(1);
  // Longer than the operation is stored.
  const kept = `SELECT FROM idempotency_key WHERE key = $1 AND expire_time > clock_timestamp() + interval '90 days'`;
  expect((await service.pool.query(kept, [operation.id])).rowCount).toBe(1);
});

test('a retry is remembered for longer than a project of its own retention keeps the operation', async () => {
  const { pool } = service;
  const { operation } = await aHalfWrittenBatch();
  await pool.query(
    `INSERT INTO project (id, name, app_name, operation_retention_days)
     SELECT project_id, 'keeping', 'App', 365 FROM operation WHERE id = $1`,
    [operation.id],
  );
  await retry(operation.id);
  await pool.query(`DELETE FROM project WHERE name = 'keeping'`);
  const kept = `SELECT FROM idempotency_key WHERE key = $1 AND expire_time > clock_timestamp() + interval '365 days'`;
  expect((await pool.query(kept, [operation.id])).rowCount).toBe(1);
});

test('the answer stays the same when the operation could no longer be tried again', async () => {
  const { operation, installed } = await aHalfWrittenBatch();
  const first = await retry(operation.id);
  expect(first.status).toBe(200);
  await service.pool.query('UPDATE operation_record SET planned = NULL WHERE operation_id = $1', [
    operation.id,
  ]);
  expect(await retry(operation.id)).toEqual(first);
  await service.pool.query('DELETE FROM installation WHERE id = $1', [installed.installationId]);
  expect(await retry(operation.id)).toEqual(first);
});

test('what runs, what succeeded and what was synchronous is not tried again', async () => {
  const { write, accept, claim, settle, install, pool } = service;
  const installed = await install();
  const operation = write(installed);
  await accept(operation);
  expect(await retry(operation.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/has not ended/) as unknown },
  });
  await settle(await claim(installed.laneId), written);
  expect(await retry(operation.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/None/) as unknown },
  });
  const { operation: failed } = await aHalfWrittenBatch();
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO operation SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'mode', 'synchronous'))).*
     FROM operation o WHERE id = $1 RETURNING id`,
    [failed.id],
  );
  expect(await retry(rows[0]?.id ?? '')).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/synchronous/) as unknown },
  });
});

test('records that are kept no longer, or have nowhere to go, are refused with the reason', async () => {
  const { pool, connect, write, accept, claim, settle, install } = service;
  const { operation, installed } = await aHalfWrittenBatch();
  const update = write(installed, { type: 'update', records: [{ id: '5', fields: { name: 'x' } }] });
  await accept(update);
  await settle(await claim(installed.laneId), refused);
  const elsewhere = { connectionId: newId(), account: newId() };
  await connect(elsewhere);
  await pool.query('UPDATE installation SET connection_id = $2 WHERE id = $1', [
    installed.installationId,
    elsewhere.connectionId,
  ]);
  expect(await retry(update.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/another provider account/) as unknown },
  });
  await pool.query('UPDATE operation_record SET planned = NULL WHERE operation_id = $1', [operation.id]);
  expect(await retry(operation.id)).toMatchObject({ status: 410 });
  await pool.query('DELETE FROM installation WHERE id = $1', [installed.installationId]);
  expect(await retry(operation.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/deleted/) as unknown },
  });
  expect((await service.call('POST', `/operations/${operation.id}:retry`, 'operations:read')).status).toBe(
    403,
  );
  expect((await retry(newId())).status).toBe(404);
  expect(await install()).toBeDefined();
});

test('a record that was written, though nobody can tell its id, is not sent again', async () => {
  const { write, accept, claim, settle, install, pool } = service;
  const installed = await install();
  const wholly = write(installed);
  const partly = write(installed, { form: 'batch', records: [{ fields: { n: 1 } }, { fields: { n: 2 } }] });
  await accept(wholly, partly);
  await settle(await claim(installed.laneId), refused);
  await pool.query(
    `UPDATE operation_record SET errors = '[{"message":"written","code":"WRITTEN_WITHOUT_ID"}]'
     WHERE operation_id = ANY ($1) AND index = 0`,
    [[wholly.id, partly.id]],
  );
  expect(await retry(wholly.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/were written/) as unknown },
  });
  expect((await retry(partly.id)).status).toBe(200);
  const claimed = await claim(installed.laneId);
  expect(claimed.flatMap(({ pending }) => pending.map(({ planned }) => planned.fields))).toEqual([{ n: 2 }]);
});

test('records of an auto batch keep their requests and their headers, however often they are tried again', async () => {
  const { collect, install, pool, claim, settle } = service;
  const installed = await install();
  const headers = [{ key: 'x-one', value: '1' }];
  const batch = await collect(installed, { requestId: 'one', forwardHeaders: headers });
  const { projectId } = installed;
  const keyed = { projectId, scope: 'contacts', key: 'k2', bodyHash: Buffer.alloc(0) };
  await collect(installed, { requestId: 'two', keyed });
  await collect(installed, { requestId: 'three' });
  await pool.query(
    `UPDATE operation SET stage = 'executing', deadline_at = clock_timestamp() + interval '1 h',
       due_at = clock_timestamp() WHERE id = $1`,
    [batch],
  );
  let tried = batch;
  for (let time = 1; time <= 2; time += 1) {
    await settle(await claim(installed.laneId), refused);
    tried = String((await retry(tried)).body['operationId']);
  }
  const { body: page } = await service.call('GET', `/operations/${tried}/records`);
  expect(page['results']).toMatchObject([
    { requestId: 'one' },
    { requestId: 'two', idempotencyKey: 'k2' },
    { requestId: 'three' },
  ]);
  // Also found while it waits, once followed.
  await followOperations(pool);
  for (const query of ['requestId=one', 'requestId=three', 'idempotencyKey=k2']) {
    const { body: list } = await service.call('GET', `/operations?${query}&status=in_progress`);
    expect([query, list['results']]).toMatchObject([query, [{ id: tried }]]);
  }
  const [claimed] = await claim(installed.laneId);
  expect(claimed?.pending.map(({ forwardHeaders }) => forwardHeaders)).toEqual([headers, [], []]);
});

/** Unanswered at first, an hour ago, and at its deadline. */
async function anUnansweredCreate(change: (installed: Installed) => Partial<NewOperation> = () => ({})) {
  const { write, accept, claim, settle, install, pool } = service;
  const installed = await install();
  const operation = write(installed, change(installed));
  await accept(operation);
  await settle(await claim(installed.laneId), unanswered);
  await pool.query(
    `UPDATE operation SET deadline_at = clock_timestamp(), due_at = clock_timestamp(),
       first_attempt_at = clock_timestamp() - interval '1 h' WHERE id = $1`,
    [operation.id],
  );
  await settle(await claim(installed.laneId), unanswered);
  return { installed, operation };
}

test('a create that may have been made is looked for, from the first attempt of the first operation on', async () => {
  const { claim, settle, pool } = service;
  const { installed, operation } = await anUnansweredCreate();
  await retry(operation.id);
  const [claimed] = await claim(installed.laneId);
  expect(claimed?.pending).toMatchObject([{ inDoubt: true }]);
  expect(claimed?.msSinceFirstAttempt).toBeGreaterThanOrEqual(3_600_000);
  // Also if its own first attempt finds no connection and sends nothing.
  await settle(claimed ? [claimed] : [], disconnected);
  await pool.query('UPDATE operation SET due_at = clock_timestamp() WHERE id = $1', [claimed?.id]);
  const [again] = await claim(installed.laneId);
  expect(again?.pending).toMatchObject([{ inDoubt: true }]);
  expect(again?.msSinceFirstAttempt).toBeGreaterThanOrEqual(3_600_000);
});

test('a create is looked for, too, that was accepted before the account of its connection was known', async () => {
  const { installed, operation } = await anUnansweredCreate(({ connectionId }) => ({
    account: connectionId,
  }));
  await retry(operation.id);
  const [claimed] = await service.claim(installed.laneId);
  expect(claimed).toMatchObject({ account: installed.account, pending: [{ inDoubt: true }] });
  expect(claimed?.msSinceFirstAttempt).toBeGreaterThanOrEqual(3_600_000);
});
