import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { eventually, startReceiver, testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** More than two steps. */
const many = 4_500;

const insertSql = `
  WITH of_event AS (
    INSERT INTO event (project_id, id, source, event_id, type, time, body)
    SELECT $1, id, '/t', id::text, 'connection.created', now(), '{}' FROM unnest($3::uuid[]) AS given (id)
    RETURNING project_id, id, type)
  INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status, due_at)
  SELECT project_id, id, id, type, $2, $4::text,
    CASE WHEN $4 = 'pending' THEN now() + interval '1 h' END FROM of_event`;

/** Has more deliveries than one statement takes. */
async function withMany(status: 'pending' | 'held', metadata: object) {
  const given = { name: `n-${newId()}`, type: 'webhook', metadata };
  const id = String((await service.call('POST', '/destinations', given)).body['id']);
  const path = `/destinations/${id}`;
  const values = [service.projects.demo.id, id, Array.from({ length: many }, newId), status];
  await database.pool.query(insertSql, values);
  const counts = async (): Promise<Record<string, number>> => {
    const sql = 'SELECT status, count(*)::int AS count FROM delivery WHERE destination_id = $1 GROUP BY 1';
    const { rows } = await database.pool.query<{ status: string; count: number }>(sql, [id]);
    return Object.fromEntries(rows.map((row) => [row.status, row.count]));
  };
  return { id, path, counts };
}

const anywhere = { url: 'http://127.0.0.1:9/hook' };

test('however much waits for a destination that is disabled by hand, all of it is held', async () => {
  const { path, counts } = await withMany('pending', anywhere);
  expect((await service.call('POST', `${path}:disable`)).status).toBe(200);
  await eventually(async () => expect(await counts()).toEqual({ held: many }));
});

test('however much waits for a destination whose receiver wants no more, all of it is held', async () => {
  const receiver = await startReceiver();
  receiver.answerAlways({ status: 410 });
  const { id, path, counts } = await withMany('pending', { url: `${receiver.url}/hook` });
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT id FROM delivery WHERE destination_id = $1 LIMIT 1',
    [id],
  );
  await service.call('POST', `/deliveries/${rows[0]!.id}:redeliver`);
  await eventually(async () => expect(await counts()).toEqual({ held: many }));
  expect((await service.call('GET', path)).body).toMatchObject({ status: 'disabled' });
  expect(receiver.received).toHaveLength(1);
  await receiver.close();
});

test.each(['pending', 'held'] as const)(
  'however much is %s of a destination that is removed, all of it has failed, also in a paused lane',
  async (status) => {
    const { id, path, counts } = await withMany(status, anywhere);
    await database.pool.query(
      `INSERT INTO lane (project_id, id, kind, name, parked_until, park_reason)
       VALUES ($1, $2, 'destination', 'paused', 'infinity', 'paused')`,
      [service.projects.demo.id, id],
    );
    expect((await service.call('DELETE', path)).status).toBe(204);
    await eventually(async () => expect(await counts()).toEqual({ failed: many }));
    const { body } = await service.call('GET', `/deliveries?destinationId=${id}&pageSize=1`);
    const [failed] = body['results'] as { id: string; updateTime: string }[];
    const lastError = { time: failed!.updateTime, message: expect.stringContaining('deleted') };
    expect(failed).toMatchObject({ status: 'failed', attemptCount: 0, lastError });
    const alone = await service.call('GET', `/deliveries/${failed!.id}`);
    expect(alone.body).toMatchObject({ lastError, attempts: [] });
  },
);

test('what is replayed goes out step by step, however much it is', async () => {
  const receiver = await startReceiver();
  const { path, counts } = await withMany('held', { url: `${receiver.url}/hook` });
  const since = '2020-01-01T00:00:00Z';
  const { status, body } = await service.call('POST', `${path}:replay`, { since });
  expect({ status, body }).toMatchObject({ status: 202, body: { count: many } });
  await eventually(async () => expect(await counts()).toEqual({ delivered: many }));
  expect(
    (await service.call('GET', `/deliveries?taskId=${String(body['taskId'])}&pageSize=1`)).body,
  ).toMatchObject({ results: [{ status: 'delivered' }] });
  await receiver.close();
});
