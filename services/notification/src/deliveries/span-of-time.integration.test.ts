import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import fc from 'fast-check';
import { anyTimeText, type TimeText } from '../testing/any-time.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  const { call } = service;
  const metadata = { url: 'http://127.0.0.1:9/' };
  await call('POST', '/destinations', { name: 'asleep', type: 'webhook', metadata });
  const topicId = (await call('POST', '/topics', { name: 't' })).body['id'];
  await call('POST', '/notification-event-topic-routes', { topicId, eventType: 'connection.deleted' });
  await call('POST', '/topic-destination-routes', { topicId, destinationId: 'asleep' });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const listed = (span: Record<string, string>) =>
  service.call('GET', `/deliveries?${new URLSearchParams(span).toString()}`);
const replayed = (span: object) => service.call('POST', '/destinations/asleep:replay', span);

test('each text of a time is read, or refused with an issue where it stands', async () => {
  const askEach = async ({ text, atUs }: TimeText) => {
    const isTime = atUs !== undefined;
    const list = await listed({ since: text, until: text });
    const replay = await replayed({ since: text, until: text });
    expect([list.status, replay.status]).toEqual(isTime ? [200, 202] : [400, 400]);
    const names = [list, replay].map(({ body }) =>
      ((body['issues'] ?? []) as { name: string }[]).map(({ name }) => name),
    );
    expect(names).toEqual(
      isTime
        ? [[], []]
        : [
            ['since', 'until'],
            ['/since', '/until'],
          ],
    );
  };
  // A fixed seed, to repeat failures. Change it to search more.
  await fc.assert(fc.asyncProperty(anyTimeText, askEach), { numRuns: 200, seed: 1 });
});

test('a span begins and ends at its microsecond, whatever its offset', async () => {
  const projectId = service.projects.demo.id;
  const data = { projectId, connectionId: 'c', provider: 'hubspot', groupRef: 'g' };
  const event = { specversion: '1.0', id: newId(), source: '/t', type: 'connection.deleted', data };
  await service.call('POST', '/destinations/asleep:disable');
  await service.call('POST', '/events', { ...event, time: '2026-01-01T00:00:00Z' });
  await service.call('POST', '/destinations/asleep:enable');
  const { rows } = await database.pool.query<{ at: string; after: string }>(
    `SELECT to_char(at, form) AS at, to_char(at + interval '1 microsecond', form) AS after
     FROM delivery, (SELECT 'YYYY-MM-DD"T"HH24:MI:SS.US"+23:59"' AS form) AS f,
       LATERAL (SELECT create_time AT TIME ZONE 'UTC' + interval '23:59' AS at) AS local`,
  );
  const { at, after } = rows[0]!;
  const count = async (span: Record<string, string>) => (await listed(span)).body['results'] as unknown[];
  expect(await count({ since: at, until: after })).toHaveLength(1);
  expect(await count({ since: after })).toHaveLength(0);
  expect(await count({ until: at })).toHaveLength(0);
  expect((await replayed({ since: after })).body['count']).toBe(0);
  expect((await replayed({ since: at, until: at })).body['count']).toBe(0);
  expect((await replayed({ since: at, until: after })).body['count']).toBe(1);
});
