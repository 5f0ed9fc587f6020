import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@writ/db';
import { eventually } from '@writ/test-kit';
import { startOperations, type TestOperations } from './testing/start-operations.ts';
import { disconnected, locked, refused, unanswered, written } from './testing/writing.ts';

let service: TestOperations;
beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.close());

const cancel = (id: string, query = '') => service.call('POST', `/operations/${id}:cancel${query}`);
const get = async (id: string) => (await service.call('GET', `/operations/${id}`)).body;
const records = async (id: string) =>
  (await service.call('GET', `/operations/${id}/records`)).body['results'];

test('a write that was not sent is cancelled, and announced once', async () => {
  const { write, accept, claim, events, install } = service;
  const installed = await install();
  const operation = write(installed);
  await accept(operation);
  const { status, body } = await cancel(operation.id);
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'failure', result: 'Cancelled' } });
  expect(await claim(installed.laneId)).toEqual([]);
  expect(await records(operation.id)).toMatchObject([
    { status: 'failed', errors: [{ message: 'Cancelled' }] },
  ]);
  expect((await cancel(operation.id)).status).toBe(200);
  expect(await events(operation.id)).toMatchObject([
    { status: 'failure', success: false, failed: 1, errors: ['Cancelled'], groupRef: 'acme' },
  ]);
});

test('what is being sent, may have been written, or has ended is left alone, and the answer says which', async () => {
  const { write, accept, claim, settle, install } = service;
  const installed = await install();
  const operation = write(installed);
  await accept(operation);
  const claimed = await claim(installed.laneId);
  expect(await cancel(operation.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/being sent/) as unknown },
  });
  await settle(claimed, unanswered);
  expect(await cancel(operation.id)).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringMatching(/may have been written/) as unknown,
      remedy: expect.stringMatching(/force=true/) as unknown,
    },
  });
  await eventually(async () => {
    const again = await claim(installed.laneId);
    if (again.length === 0) throw new Error('not due');
    await settle(again, written);
  });
  expect(await cancel(operation.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/has ended: Write completed/) as unknown },
  });
  expect(await get(operation.id)).toMatchObject({ status: 'success' });
});

test('what the provider has refused so far was not written, and is cancelled', async () => {
  const { write, accept, claim, settle, install } = service;
  const installed = await install();
  const [single, batch] = [
    write(installed),
    write(installed, { form: 'batch', records: [{ fields: {} }, { fields: {} }] }),
  ];
  await accept(single, batch);
  await settle(await claim(installed.laneId), refused, locked);
  expect((await get(single.id))['status']).toBe('failure');
  const { body } = await cancel(batch.id);
  expect(body).toMatchObject({ status: 'failure', result: 'Cancelled', metadata: { failed: 2 } });
  expect(body).not.toHaveProperty('metadata.ambiguous');
});

test('by force also what is being sent, or was sent before, ends: at once, as ambiguous, whatever comes later', async () => {
  const { write, accept, claim, settle, events, install } = service;
  const installed = await install();
  const batch = write(installed, { form: 'batch', records: [{ fields: {} }, { fields: {} }] });
  const [running, between] = [write(installed), batch];
  await accept(running, between);
  const claimed = await claim(installed.laneId);
  await settle(
    claimed.filter(({ id }) => id === between.id),
    written,
    locked,
  );
  const failure = { status: 'failure', result: 'Cancelled', metadata: { ambiguous: true } };
  expect(await cancel(running.id, '?force=true')).toMatchObject({ status: 200, body: failure });
  await settle(
    claimed.filter(({ id }) => id === running.id),
    written,
  );
  expect(await get(running.id)).toMatchObject(failure);
  expect(await records(running.id)).toMatchObject([{ status: 'failed', ambiguous: true }]);

  expect((await cancel(between.id, '?force=true')).body).toMatchObject({
    ...failure,
    metadata: { succeeded: 1, failed: 1, successfulRecordIds: ['7'] },
  });
  expect(await events(between.id)).toMatchObject([
    { status: 'failure', success: false, succeeded: 1, failed: 1, successfulRecordIds: ['7'] },
  ]);
  expect(await events(running.id)).toHaveLength(1);
  expect((await cancel(running.id, '?force=true')).status).toBe(200);
});

test('what waits for the lease of a cancelled update tells why, and until when', async () => {
  const { write, accept, claim, install } = service;
  const installed = await install();
  const records = [{ id: '5', fields: { name: 'a' } }];
  const [first, second] = [
    write(installed, { type: 'update', records }),
    write(installed, { type: 'update', records }),
  ];
  await accept(first, second);
  await claim(installed.laneId);
  await cancel(first.id, '?force=true');
  expect(await get(second.id)).toMatchObject({
    metadata: { waiting: { reason: 'order', until: expect.any(String) as unknown } },
  });
});

test('a create that was cancelled while it was sent is tried again once its lease is over', async () => {
  const { write, accept, claim, install, pool } = service;
  const installed = await install();
  const operation = write(installed);
  await accept(operation);
  await claim(installed.laneId);
  await cancel(operation.id, '?force=true');
  const { body } = await service.call('POST', `/operations/${operation.id}:retry`);
  expect(await claim(installed.laneId)).toEqual([]);
  const { rows } = await pool.query<{ same: boolean }>(
    'SELECT b.lease_until = n.due_at AS same FROM operation b, operation n WHERE b.id = $1 AND n.id = $2',
    [operation.id, body['operationId']],
  );
  expect(rows).toEqual([{ same: true }]);
});

test('force leaves no doubt about what was not sent', async () => {
  const { write, accept, install } = service;
  const operation = write(await install());
  await accept(operation);
  const { body } = await cancel(operation.id, '?force=true');
  expect(body).toMatchObject({ result: 'Cancelled' });
  expect(body['metadata']).not.toHaveProperty('ambiguous');
});

test('attempts that sent nothing do not keep a write from being cancelled', async () => {
  const { write, accept, claim, settle, install } = service;
  const installed = await install();
  const operation = write(installed);
  await accept(operation);
  await settle(await claim(installed.laneId), disconnected);
  expect(await get(operation.id)).toMatchObject({
    metadata: { waiting: { reason: 'connection', cause: 'reconnect' }, retry: { attempts: 1 } },
  });
  expect(await cancel(operation.id)).toMatchObject({ status: 200, body: { result: 'Cancelled' } });
});

test('a worker and a caller that want the same writes at once share them without a rest', async () => {
  const { write, accept, claim, install, pool } = service;
  const installed = await install();
  const operations = Array.from({ length: 40 }, () => write(installed));
  await accept(...operations);
  const [claims, answers] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, () => claim(installed.laneId, 4))),
    Promise.all(operations.map(async ({ id }) => ({ id, status: (await cancel(id)).status }))),
  ]);
  const claimed = claims.flat().map(({ id }) => id);
  const cancelled = answers.filter(({ status }) => status === 200).map(({ id }) => id);
  expect(
    answers
      .filter(({ status }) => status === 409)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(claimed.toSorted());
  expect(cancelled.length + claimed.length).toBe(40);
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(DISTINCT body::json -> 'data' ->> 'operationId')::int AS n FROM outbox
     WHERE body::json -> 'data' ->> 'operationId' = ANY ($1)`,
    [cancelled],
  );
  expect(rows[0]?.n).toBe(cancelled.length);
});

test('a cancelled update lets those behind it go on, and wakes their lane', async () => {
  const { write, accept, claim, rest, install, woken } = service;
  const installed = await install();
  const update = () => write(installed, { type: 'update', records: [{ id: '5', fields: { name: 'x' } }] });
  const [first, second, third] = [update(), update(), update()];
  await accept(first, second, third);
  await rest(installed.laneId);
  await cancel(second.id);
  await cancel(first.id);
  expect((await claim(installed.laneId)).map(({ id }) => id)).toEqual([third.id]);
  expect(woken).toContain(installed.laneId);
});

test('an auto batch is cancelled only with all that it holds, and the next record opens another', async () => {
  const { collect, install } = service;
  const installed = await install();
  const batch = await collect(installed);
  await collect(installed);
  expect(await cancel(batch)).toMatchObject({
    status: 409,
    body: { remedy: expect.stringMatching(/all=true/) as unknown },
  });
  expect(await get(batch)).toMatchObject({ metadata: { autoBatch: { stage: 'accumulating', count: 2 } } });
  expect(await cancel(batch, '?all=true')).toMatchObject({
    status: 200,
    body: { result: 'Cancelled', metadata: { failed: 2 } },
  });
  // It no longer collects, and was never sent.
  expect((await get(batch))['metadata']).toMatchObject({ autoBatch: { count: 2 } });
  expect((await get(batch))['metadata']).not.toHaveProperty('autoBatch.stage');
  expect(await collect(installed)).not.toBe(batch);
});

test('a record that comes into a batch while it is being cancelled is in it, or in the next one', async () => {
  const { collect, install, pool } = service;
  const installed = await install();
  const batch = await collect(installed);
  const { answer, place } = await inTransaction(pool, async (tx) => {
    // Both wait for the batch's lock.
    await tx.query('SELECT FROM operation WHERE id = $1 FOR UPDATE', [batch]);
    const waiting = async (count: number) => {
      const { rows } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length >= count;
    };
    const place = collect(installed);
    await eventually(() => waiting(1));
    const answer = cancel(batch, '?all=true');
    await eventually(() => waiting(2));
    return { answer, place };
  });
  expect((await answer).status).toBe(200);
  const inBatch = (await records(batch)) as { status: string }[];
  expect(inBatch.every(({ status }) => status === 'failed')).toBe(true);
  expect(inBatch.length).toBe((await place) === batch ? 2 : 1);
  expect(await get(batch)).toMatchObject({
    metadata: { recordCount: inBatch.length, failed: inBatch.length },
  });
});

test('who may only read cannot cancel, and an unknown operation is none', async () => {
  const { write, accept, call, install } = service;
  const operation = write(await install());
  await accept(operation);
  expect((await call('POST', `/operations/${operation.id}:cancel`, 'operations:read')).status).toBe(403);
  expect((await cancel('x')).status).toBe(404);
  expect((await cancel(operation.id, '?all=perhaps')).status).toBe(400);
});
