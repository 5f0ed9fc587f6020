import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { addTask, momentOf } from '@writ/task';
import {
  eventually,
  startReceiver,
  testDatabase,
  testRedis,
  type Receiver,
  type TestDatabase,
} from '@writ/test-kit';
import { countMeant, newestMeant } from '../deliveries/redeliver-task.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
let receiver: Receiver;
beforeEach(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await service.close();
  await database.drop();
});

const type = 'connection.created';
const makeDestination = async (name: string): Promise<string> => {
  const metadata = { url: `${receiver.url}/${name}` };
  const { body } = await service.call('POST', '/destinations', { name, type: 'webhook', metadata });
  return String(body['id']);
};
const routeTo = async (...destinationIds: string[]): Promise<string> => {
  const { body } = await service.call('POST', '/topics', { name: 't', eventTypes: [type], destinationIds });
  return String(body['id']);
};
async function publish(count: number): Promise<string[]> {
  const projectId = service.projects.demo.id;
  const data = { projectId, connectionId: 'c', provider: 'hubspot', groupRef: 'g' };
  const events = Array.from({ length: count }, () => ({
    specversion: '1.0',
    id: newId(),
    source: '/t',
    type,
    time: '2026-01-01T00:00:00Z',
    data,
  }));
  expect((await service.call('POST', '/events', events)).status).toBe(202);
  return events.map(({ id }) => id);
}
/** No delivery waits. */
const rest = () =>
  eventually(async () => {
    const { rowCount } = await database.pool.query(`SELECT FROM delivery WHERE status = 'pending'`);
    if (rowCount !== 0) throw new Error('not yet');
  });
/** As if all attempts had failed an hour ago. */
const failAll = (condition = 'true') =>
  database.pool
    .query(`UPDATE delivery SET status = 'failed', due_at = NULL, update_time = now() - interval '1 hour'
    WHERE ${condition}`);

type Task = { state: string; count: number; done: number; leftOut: { reason: string; count: number }[] };
const many = (query: string, key = 'manage') =>
  service.call('POST', `/deliveries:redeliver?${query}`, undefined, key);
const ended = (id: unknown): Promise<Omit<Task, 'leftOut'> & { leftOut: Record<string, number> }> =>
  eventually(async () => {
    const { rows } = await database.pool.query<{
      state: string;
      count: number;
      done: number;
      left_out: Record<string, number>;
    }>('SELECT state, count, done, left_out FROM task WHERE id = $1', [id]);
    const [row] = rows;
    if (row?.state !== 'done') throw new Error('not yet');
    return { ...row, leftOut: row.left_out };
  });
const reasons = (body: Record<string, unknown>) =>
  Object.fromEntries((body['leftOut'] as Task['leftOut']).map(({ reason, count }) => [reason, count]));
/** Different deliveries received after the first `behind` requests; each may come repeatedly. */
const receivedOf = (name: string, behind = 0) =>
  new Set(
    receiver.received
      .slice(behind)
      .filter(({ path }) => path === `/${name}`)
      .map(({ headers }) => headers['webhook-id']),
  ).size;

test('all that failed are sent again once, and what is left out is told beforehand and afterwards', async () => {
  const [here, asleep, gone] = [
    await makeDestination('here'),
    await makeDestination('asleep'),
    await makeDestination('gone'),
  ];
  await routeTo(here, asleep, gone);
  for (const count of [100, 30]) await publish(count);
  await rest();
  expect([receivedOf('here'), receivedOf('asleep'), receivedOf('gone')]).toEqual([130, 130, 130]);
  const before = receiver.received.length;
  await failAll();
  await service.call('POST', '/destinations/asleep:disable');
  await service.call('DELETE', '/destinations/gone');
  const leftOut = { destinationDisabled: 130, destinationGone: 130 };
  const preview = await many('status=failed&dryRun=true');
  expect([preview.status, preview.body['count'], reasons(preview.body)]).toEqual([200, 130, leftOut]);
  expect(preview.body['examples']).toHaveLength(5);
  expect((await database.pool.query('SELECT FROM task')).rowCount).toBe(0);
  const { status, body } = await many('status=failed');
  expect([status, body['count']]).toEqual([202, 130]);
  expect(await ended(body['taskId'])).toMatchObject({ count: 130, done: 130, leftOut });
  await rest();
  expect(receivedOf('here', before)).toBe(130);
  const left = [asleep, gone].map((id) =>
    database.pool.query(`SELECT FROM delivery WHERE destination_id = $1 AND status = 'failed'`, [id]),
  );
  expect((await Promise.all(left)).map(({ rowCount }) => rowCount)).toEqual([130, 130]);
  const listed = await service.call('GET', `/deliveries?taskId=${String(body['taskId'])}&status=delivered`);
  expect(listed.body['results']).toHaveLength(130);
  expect((await service.call('GET', `/deliveries?taskId=${newId()}`)).body['results']).toEqual([]);
});

test('what fails after a task was asked for is not among it, however often it fails', async () => {
  const here = await makeDestination('here');
  await routeTo(here);
  const [first, second] = [await publish(3), await publish(2)];
  await rest();
  await failAll();
  // A step waits for the destination; meanwhile two are sent by hand and fail again.
  const holder = await database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM destination FOR UPDATE');
  const { body } = await many('status=failed');
  expect(body['count']).toBe(5);
  await database.pool.query(
    `UPDATE delivery SET update_time = clock_timestamp() + interval '1 s'
     WHERE event_row_id IN (SELECT id FROM event WHERE event_id = ANY ($1))`,
    [second],
  );
  await holder.query('COMMIT');
  holder.release();
  expect(await ended(body['taskId'])).toMatchObject({ done: 3, leftOut: { changed: 2 } });
  await rest();
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT event_id AS id FROM delivery d JOIN event e ON e.id = d.event_row_id WHERE d.status = 'delivered'`,
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(first.toSorted());
});

test('each filter of the list narrows what is sent again', async () => {
  const [here, other] = [await makeDestination('here'), await makeDestination('other')];
  const topicId = await routeTo(here);
  await service.call('POST', '/topics', { name: 'second', eventTypes: [type], destinationIds: [other] });
  const [eventId] = await publish(2);
  await rest();
  const counted = async (query: string) => (await many(`dryRun=true&${query}`)).body['count'];
  expect(await counted('status=delivered')).toBe(4);
  expect(await counted(`status=delivered&topicId=${topicId}`)).toBe(2);
  expect(await counted(`status=delivered&destinationId=other&eventId=${eventId ?? ''}`)).toBe(1);
  expect(await counted('status=delivered&httpStatus=200')).toBe(4);
  expect(await counted('status=delivered&httpStatus=503')).toBe(0);
  expect(await counted(`since=2026-01-01T00:00:00Z`)).toBe(0);
  for (const named of ['operationId', 'destinationId', 'topicId', 'taskId'])
    expect(await counted(`status=delivered&${named}=${newId()}`)).toBe(0);
  expect((await many('destinationId=nobody')).body).toMatchObject({ status: 404 });
  const { body } = await many(`status=delivered&eventId=${eventId ?? ''}`);
  expect(await ended(body['taskId'])).toMatchObject({ count: 2, done: 2, leftOut: {} });
});

test('however many there are, they are counted by statements that each look at a few, and the newest of all are told', async () => {
  const [here, gone] = [await makeDestination('here'), await makeDestination('gone')];
  await routeTo(here, gone);
  await publish(7);
  await rest();
  await failAll();
  await service.call('DELETE', '/destinations/gone');
  const { prisma } = service.database;
  const counts: number[] = [];
  const noting = {
    $queryRaw: async (...statement: Parameters<typeof prisma.$queryRaw>) => {
      const rows = await prisma.$queryRaw<{ count?: number }[]>(...statement);
      counts.push(rows.reduce((sum, { count = 0 }) => sum + count, 0));
      return rows;
    },
  } as unknown as typeof prisma;
  const which = { projectId: service.projects.demo.id, filter: {}, createTime: new Date() };
  expect(await countMeant(noting, which, { atOnce: 4 })).toEqual({
    count: 7,
    leftOut: { destinationGone: 7 },
  });
  expect(Math.max(...counts)).toBe(4);
  const listed = await service.call('GET', `/deliveries?destinationId=${here}&pageSize=5`);
  const ofHere = { ...which, filter: { destinationId: here } };
  expect(await newestMeant(prisma, ofHere, { atOnce: 4, limit: 5 })).toEqual(listed.body['results']);
});

test('of very many a request counts the newest; the task counts the others before it sends any, and comes to all of them', async () => {
  const [here, gone] = [await makeDestination('here'), await makeDestination('gone')];
  await routeTo(here, gone);
  await publish(7);
  await rest();
  await failAll();
  await service.call('DELETE', '/destinations/gone');
  const { database: own, projects } = service;
  const by = { kind: 'admin', id: 'admin', requestId: 'r', action: 'test' } as const;
  const createTime = await momentOf(own.prisma);
  const which = { projectId: projects.demo.id, filter: {}, createTime };
  const extent = await countMeant(own.prisma, which, { atOnce: 4, statements: 1 });
  expect(extent.count + (extent.leftOut.destinationGone ?? 0)).toBe(4);
  expect(extent.countedTo).toBeDefined();
  const task = { ...which, action: 'redeliver', extent, passedOver: {} } as const;
  const id = await own.transaction((tx) => addTask(tx, task, by));
  expect(await ended(id)).toMatchObject({ count: 7, done: 7, leftOut: { destinationGone: 7 } });
});

test('what an index finds at once is sent by one step, however much else has failed', async () => {
  const here = await makeDestination('here');
  await routeTo(here);
  const [eventId] = await publish(1);
  await rest();
  await failAll();
  // Older deliveries of another event: more than a step reads.
  await database.pool.query(
    `INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status, create_time, update_time)
     SELECT project_id, ('00000000' || substr(gen_random_uuid()::text, 9))::uuid, gen_random_uuid(), event_type,
       destination_id, 'failed', create_time, update_time
     FROM delivery, generate_series(1, 20001)`,
  );
  const { body } = await many(`status=failed&eventId=${eventId ?? ''}`);
  expect(await ended(body['taskId'])).toMatchObject({ count: 1, done: 1 });
  const { rows } = await database.pool.query('SELECT steps FROM task');
  expect(rows).toEqual([{ steps: 1 }]);
});

test('faults of form are told together, and a key that only reads sends nothing', async () => {
  const { status, body } = await service.call('POST', '/deliveries:redeliver?sattus=failed', undefined);
  expect([status, (body['issues'] as { name: string }[]).map(({ name }) => name)]).toEqual([
    400,
    ['sattus', 'everything'],
  ]);
  expect((await many('status=failed', 'read')).status).toBe(403);
  expect((await many('everything=true&status=failed')).status).toBe(400);
});
