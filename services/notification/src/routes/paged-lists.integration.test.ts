import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mostListed } from '@writ/contracts';
import { testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  const { call } = service;
  const eventTypes = ['write.async.done', 'connection.error', 'connection.created'];
  for (const [nr, eventType] of eventTypes.entries()) {
    const topicId = (await call('POST', '/topics', { name: `topic ${nr}` })).body['id'];
    const destination = { name: `to ${nr}`, type: 'webhook', metadata: { url: 'http://127.0.0.1:9/hook' } };
    const destinationId = (await call('POST', '/destinations', destination)).body['id'];
    await call('POST', '/notification-event-topic-routes', { topicId, eventType });
    await call('POST', '/topic-destination-routes', { topicId, destinationId });
  }
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** Follows the list's links. */
async function pagesFrom(below: string): Promise<unknown[][]> {
  const { status, body, link } = await service.call('GET', below);
  expect(status).toBe(200);
  const next = /^<\/v1\/projects\/demo(\/[^>]+)>; rel="next"$/.exec(String(link))?.[1];
  return [body as unknown as unknown[], ...(next === undefined ? [] : await pagesFrom(next))];
}

test.each(['/topics', '/destinations', '/notification-event-topic-routes', '/topic-destination-routes'])(
  '%s is one array without a size, and the same in pages of a size',
  async (list) => {
    const [whole = [], ...more] = await pagesFrom(list);
    expect([whole.length, more]).toEqual([3, []]);
    expect(await pagesFrom(`${list}?pageSize=2`)).toEqual([whole.slice(0, 2), whole.slice(2)]);
    expect((await service.call('GET', `${list}?pageToken=x`)).status).toBe(400);
  },
);

test('a list that nobody pages is told up to a bound, and how to go on', async () => {
  await database.pool.query(
    `INSERT INTO topic (id, project_id, name)
     SELECT gen_random_uuid(), $1, 'many ' || nr FROM generate_series(1, $2::int) AS nr`,
    [service.projects.demo.id, mostListed],
  );
  const pages = await pagesFrom('/topics');
  expect(pages.map(({ length }) => length)).toEqual([mostListed, 3]);
});
