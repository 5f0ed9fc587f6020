import { afterEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { createClosing } from '@writ/service-kit';
import { eventually, startReceiver, testDatabase, testRedis } from '@writ/test-kit';
import { startNotification } from '../testing/start-notification.ts';
import { createPublishEvents } from './publish-events.ts';
import { publishedEvents } from './read-published-events.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

/** Another process holds the relay's lease until released. */
async function startWithoutRelay() {
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  const query = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows;
  await query(
    `INSERT INTO leader_lease VALUES ('outbox-relay', gen_random_uuid(), clock_timestamp() + interval '1 h')`,
  );
  const service = closing.add(
    await startNotification({ databaseUrl: database.url, redis: testRedis() }),
    (started) => started.close(),
  );
  const receiver = closing.add(await startReceiver(), (started) => started.close());
  const idOf = async (path: string, body: object) => (await service.call('POST', path, body)).body['id'];
  const topicId = await idOf('/topics', { name: 't' });
  await service.call('POST', '/notification-event-topic-routes', {
    topicId,
    eventType: 'connection.deleted',
  });
  const destinationId = await idOf('/destinations', {
    name: 'd',
    type: 'webhook',
    metadata: { url: receiver.url },
  });
  await service.call('POST', '/topic-destination-routes', { topicId, destinationId });
  return {
    receiver,
    query,
    pool: database.pool,
    publish: (body: object) => service.call('POST', '/events', body, 'publish'),
    anEvent: () => {
      const projectId = service.projects.demo.id;
      const data = { projectId, connectionId: 'c', provider: 'hubspot', groupRef: 'g' };
      const time = '2026-01-01T01:00:00.5+01:00';
      return { specversion: '1.0', id: newId(), source: '/t', type: 'connection.deleted', time, data };
    },
    letRelay: () => query(`UPDATE leader_lease SET until = clock_timestamp() WHERE name = 'outbox-relay'`),
  };
}

test('what is published over HTTP is delivered while the bus carries nothing, once, however often it is repeated', async () => {
  const { receiver, query, publish, anEvent, letRelay } = await startWithoutRelay();
  const [one, other] = [anEvent(), anEvent()];
  const answers = await Promise.all([one, [other, one], one].map(publish));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await receiver.waitForCount(2);

  // Other readers get each event once; our consumer recognizes it.
  expect(await query('SELECT known FROM outbox')).toEqual([{ known: true }, { known: true }]);
  await letRelay();
  await eventually(async () => (await query('SELECT FROM outbox')).length === 0);
  expect(await query('SELECT FROM event')).toHaveLength(2);
  expect(await query('SELECT FROM delivery')).toHaveLength(2);
  expect(await query('SELECT FROM dead_letter')).toEqual([]);
});

test('of requests that share a commit, one that the database refuses fails alone', async () => {
  const { query, publish, anEvent } = await startWithoutRelay();
  await query("ALTER TABLE event ADD CHECK (source <> '/refused')");
  const answers = await Promise.all(
    [anEvent(), { ...anEvent(), source: '/refused' }, anEvent()].map(publish),
  );
  expect(answers.map(({ status }) => status)).toEqual([202, 400, 202]);
  expect(await query('SELECT FROM event')).toHaveLength(2);
});

test('the bus tells the events of a request in their order', async () => {
  const { query, publish, anEvent } = await startWithoutRelay();
  const events = Array.from({ length: 50 }, anEvent).reverse();
  expect((await publish(events)).status).toBe(202);
  const told = await query("SELECT body::jsonb ->> 'id' AS id FROM outbox ORDER BY seq");
  expect(told).toEqual(events.map(({ id }) => ({ id })));
});

test('large requests share a commit only as far as it stays small', async () => {
  const { query, pool, anEvent } = await startWithoutRelay();
  const publish = createPublishEvents({ pool, waker: { wake: () => undefined } });
  const large = () => {
    const { data, ...event } = anEvent();
    const events = Array.from({ length: 10 }, () => ({
      ...event,
      id: newId(),
      data: { ...data, filler: 'x'.repeat(200_000) },
    }));
    return publishedEvents(events, data);
  };
  await Promise.all(Array.from({ length: 5 }, () => publish(large())));
  const commits = await query('SELECT count(*)::int AS events FROM event GROUP BY xmin ORDER BY 1');
  expect(commits).toEqual([{ events: 10 }, { events: 20 }, { events: 20 }]);
});

test('a publisher whose commit lost its answer is told to send the events again', async () => {
  const { query, publish, anEvent } = await startWithoutRelay();
  await query(`
    CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`);
  await query(`
    CREATE CONSTRAINT TRIGGER goes_away AFTER INSERT ON event DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION go_away()`);
  const event = anEvent();
  const { status, body } = await publish(event);
  expect([status, body['retryable'], body['context']]).toEqual([503, true, undefined]);
  await query('DROP TRIGGER goes_away ON event');
  expect((await publish(event)).status).toBe(202);
  expect(await query('SELECT FROM event')).toHaveLength(1);
});
