import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
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

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const issues = (body: Record<string, unknown>) => body['issues'] as Record<string, unknown>[];

const addTopic = async (name: string) => String((await service.call('POST', '/topics', { name })).body['id']);
const addDestination = async (name: string) => {
  const body = { name, type: 'webhook', metadata: { url: 'http://127.0.0.1:9/hook' } };
  return String((await service.call('POST', '/destinations', body)).body['id']);
};

test('a topic is created, listed, renamed and deleted', async () => {
  const created = await service.call('POST', '/topics', { name: 'orders' });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: uuid,
    name: 'orders',
    projectId: service.projects.demo.id,
    createTime: time,
  });
  const path = `/topics/${String(created.body['id'])}`;
  expect((await service.call('GET', '/topics')).body).toContainEqual(created.body);
  const renamed = await service.call('PATCH', path, { name: 'sales' });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'sales', updateTime: time } });
  const deleted = await service.call('DELETE', path);
  expect([deleted.status, deleted.body]).toEqual([204, {}]);
  expect((await service.call('DELETE', path)).status).toBe(404);
});

test('a topic is made with its routes in one call', async () => {
  const ids = [await addDestination('with-1'), await addDestination('with-2')];
  const eventTypes = ['write.async.done', 'connection.error'];
  const body = { name: 'whole', eventTypes, destinationIds: [ids[0], 'with-2'] };
  const created = await service.call('POST', '/topics', body);
  expect(created.status).toBe(201);
  const query = `?topicId=${String(created.body['id'])}`;
  const listed = async (path: string) => (await service.call('GET', path + query)).body;
  expect(await listed('/notification-event-topic-routes')).toMatchObject(
    eventTypes.map((eventType) => ({ id: uuid, projectId: service.projects.demo.id, eventType })),
  );
  expect(await listed('/topic-destination-routes')).toMatchObject(
    ids.map((destinationId) => ({ id: uuid, projectId: service.projects.demo.id, destinationId })),
  );
});

test('a topic of which anything is at fault is not made, and every fault is told by its place', async () => {
  const id = await addDestination('named');
  await addTopic('there');
  const destinationIds = ['nobody', 'named', id, newId()];
  const faulty = await service.call('POST', '/topics', { name: 'there', destinationIds });
  expect(faulty.status).toBe(404);
  expect(issues(faulty.body).map(({ name, value }) => [name, value])).toEqual([
    ['/destinationIds/0', 'nobody'],
    ['/destinationIds/3', destinationIds[3]],
    ['/destinationIds/2', id],
    ['/name', 'there'],
  ]);
  const foreign = { name: 'new', eventTypes: ['connection.error'], destinationIds: [id] };
  expect((await service.call('POST', '/topics', foreign, 'foreign')).status).toBe(404);
  expect((await service.call('GET', '/topics', undefined, 'foreign')).body).toEqual([]);
});

test('deleting an unknown topic is an input validation problem that names the path', async () => {
  for (const topicId of [newId(), 'no-id']) {
    const answer = await service.call('DELETE', `/topics/${topicId}`);
    expect([answer.status, answer.type]).toEqual([404, expect.stringContaining('application/problem+json')]);
    expect(answer.body).toMatchObject({ status: 404, requestId: expect.any(String), retryable: false });
    expect(issues(answer.body)).toEqual([
      expect.objectContaining({ in: 'path', name: 'topicId', value: topicId }),
    ]);
  }
});

test("a topic of another project can't be deleted", async () => {
  const id = await addTopic('mine');
  const answer = await service.call('DELETE', `/topics/${id}`, undefined, 'foreign');
  expect(answer.status).toBe(404);
  expect((await service.call('DELETE', `/topics/${id}`)).status).toBe(204);
});

test.each([
  ['without a name', {}, ['/name']],
  ['with a slash in its name', { name: 'a/b' }, ['/name']],
  ['with a colon in its name', { name: 'a:test' }, ['/name']],
  ['with an id as its name', { name: '01980f6e-5c00-7a31-9d62-3f8b41c6E7D2' }, ['/name']],
  ['with a blank at the end of its name', { name: 'a ' }, ['/name']],
  ['with members that are not known', { name: 'ok', nmae: 'x', more: 1 }, ['/nmae', '/more']],
])('a topic %s is refused', async (_, body, names) => {
  const answer = await service.call('POST', '/topics', body);
  expect(answer.status).toBe(400);
  expect(issues(answer.body).map(({ name }) => name)).toEqual(names);
});

test('a taken name is a conflict, also when a topic is renamed', async () => {
  await addTopic('taken');
  const id = await addTopic('free');
  expect((await service.call('POST', '/topics', { name: 'taken' })).status).toBe(409);
  expect((await service.call('PATCH', `/topics/${id}`, { name: 'taken' })).status).toBe(409);
  expect((await service.call('PATCH', `/topics/${newId()}`, { name: 'x' })).status).toBe(404);
});

test('reading needs the reading scope, changing the managing one', async () => {
  expect((await service.call('GET', '/topics', undefined, 'read')).status).toBe(200);
  expect((await service.call('GET', '/topics', undefined, 'publish')).status).toBe(403);
  expect((await service.call('POST', '/topics', { name: 'x' }, 'read')).status).toBe(403);
  expect((await service.call('GET', '/topics', undefined, 'nobody')).status).toBe(401);
});

test('an event type is routed to a topic once', async () => {
  const topicId = await addTopic('route-events');
  const body = { topicId, eventType: 'write.async.done' };
  const created = await service.call('POST', '/notification-event-topic-routes', body);
  expect(created.status).toBe(201);
  expect(created.body).toEqual({ id: uuid, projectId: service.projects.demo.id, ...body, createTime: time });
  expect((await service.call('GET', '/notification-event-topic-routes')).body).toContainEqual(created.body);
  expect((await service.call('POST', '/notification-event-topic-routes', body)).status).toBe(409);
  const path = `/notification-event-topic-routes/${String(created.body['id'])}`;
  expect((await service.call('DELETE', path)).status).toBe(204);
  expect((await service.call('DELETE', path)).status).toBe(404);
});

test('an event type that does not exist is refused, and an unknown or foreign topic is not found', async () => {
  const topicId = await addTopic('faulty-routes');
  const wrong = await service.call('POST', '/notification-event-topic-routes', { topicId, eventType: 'x' });
  expect([wrong.status, issues(wrong.body)[0]?.['name']]).toEqual([400, '/eventType']);
  const path = '/notification-event-topic-routes';
  const eventType = 'write.async.done';
  const unknown = await service.call('POST', path, { topicId: newId(), eventType });
  const foreign = await service.call('POST', path, { topicId, eventType }, 'foreign');
  for (const answer of [unknown, foreign]) {
    expect(answer.status).toBe(404);
    expect(issues(answer.body)).toEqual([expect.objectContaining({ in: 'body', name: '/topicId' })]);
  }
});

test('a destination is attached to a topic once, by its id or name', async () => {
  const topicId = await addTopic('attach');
  const destinationId = await addDestination('attached');
  const created = await service.call('POST', '/topic-destination-routes', { topicId, destinationId });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: uuid,
    projectId: service.projects.demo.id,
    topicId,
    destinationId,
    createTime: time,
  });
  const again = await service.call('POST', '/topic-destination-routes', {
    topicId,
    destinationId: 'attached',
  });
  expect(again.status).toBe(409);
  expect((await service.call('GET', '/topic-destination-routes')).body).toContainEqual(created.body);
  const path = `/topic-destination-routes/${String(created.body['id'])}`;
  expect((await service.call('DELETE', path)).status).toBe(204);
  expect((await service.call('DELETE', path)).status).toBe(404);
});

test('every id of a route that names nothing is told', async () => {
  const body = { topicId: newId(), destinationId: newId() };
  const answer = await service.call('POST', '/topic-destination-routes', body);
  expect(answer.status).toBe(404);
  expect(issues(answer.body)).toEqual([
    expect.objectContaining({ in: 'body', name: '/topicId', value: body.topicId }),
    expect.objectContaining({ in: 'body', name: '/destinationId', value: body.destinationId }),
  ]);
});

test("a topic's routes go with it", async () => {
  const topicId = await addTopic('leaving');
  await service.call('POST', '/notification-event-topic-routes', { topicId, eventType: 'connection.error' });
  await service.call('DELETE', `/topics/${topicId}`);
  const { body } = await service.call('GET', '/notification-event-topic-routes');
  expect(Object.values(body).map((route) => (route as { topicId: string }).topicId)).not.toContain(topicId);
});

test('routes are found by what they connect', async () => {
  const [one, two] = [await addTopic('found-1'), await addTopic('found-2')];
  const destinationId = await addDestination('found-at');
  const ofEvents = '/notification-event-topic-routes';
  const toDestinations = '/topic-destination-routes';
  for (const eventType of ['write.async.done', 'connection.created']) {
    await service.call('POST', ofEvents, { topicId: one, eventType });
  }
  await service.call('POST', ofEvents, { topicId: two, eventType: 'connection.created' });
  for (const topicId of [one, two]) await service.call('POST', toDestinations, { topicId, destinationId });
  const found = async (path: string) =>
    ((await service.call('GET', path)).body as unknown as Record<string, string>[]).map(
      ({ topicId, eventType = 'any' }) => [topicId, eventType],
    );
  const done = [one, 'write.async.done'];
  const connected = [one, 'connection.created'];
  expect(await found(`${ofEvents}?topicId=${one}`)).toEqual([done, connected]);
  expect(await found(`${ofEvents}?topicId=${one}&eventType=connection.created`)).toEqual([connected]);
  expect(await found(`${ofEvents}?topicId=no-id`)).toEqual([]);
  expect(await found(`${toDestinations}?topicId=${two}`)).toEqual([[two, 'any']]);
  expect(await found(`${toDestinations}?destinationId=found-at`)).toHaveLength(2);
  expect(await found(`${toDestinations}?destinationId=${destinationId}&topicId=${one}`)).toEqual([
    [one, 'any'],
  ]);
  expect(await found(`${toDestinations}?destinationId=${newId()}`)).toEqual([]);
});
