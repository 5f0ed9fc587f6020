import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import {
  behindRow,
  eventually,
  inTurn,
  startReceiver,
  testDatabase,
  testRedis,
  type Receiver,
  type TestDatabase,
} from '@writ/test-kit';
import { testRaces } from '@writ/test-kit/races';
import { startNotification, type TestNotification } from './testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
let receiver: Receiver;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.close();
  await database.drop();
});

type Answer = Awaited<ReturnType<TestNotification['call']>>;
type One = { id: string; list: string; path: string };
const call: TestNotification['call'] = (...given) => service.call(...given);
const post = (path: string, body?: unknown) => () => call('POST', path, body);

const made = async (list: string, body: object): Promise<One> => {
  const id = String((await call('POST', list, body)).body['id']);
  return { id, list, path: `${list}/${id}` };
};
const remove =
  ({ path }: One) =>
  () =>
    call('DELETE', path);
const found = async ({ list, id }: One): Promise<unknown> =>
  ((await call('GET', list)).body as unknown as { id: string }[]).find((one) => one.id === id);

const aName = () => `n-${newId()}`;
const url = () => `${receiver.url}/hook`;
const aDestination = () => ({ name: aName(), type: 'webhook', metadata: { url: url() } });
const makeTopic = () => made('/topics', { name: aName() });
const makeDestination = () => made('/destinations', aDestination());
const eventType = 'connection.created';
const changeDestination = ({ path }: One, nr: number) => {
  const shown = nr % 2 === 0 ? { name: aName() } : { metadata: { url: `${url()}/${nr}` } };
  const body = { updateMask: [nr % 2 === 0 ? 'name' : 'metadata.url'], destination: shown };
  return { send: () => call('PATCH', path, body), shown };
};

testRaces(() => database, {
  name: 'a destination',
  table: 'destination',
  make: makeDestination,
  find: found,
  change: changeDestination,
  remove,
  creation: () => Promise.resolve(post('/destinations', aDestination())),
});

testRaces(() => database, {
  name: 'a topic',
  table: 'topic',
  make: makeTopic,
  find: found,
  change: ({ path }) => {
    const shown = { name: aName() };
    return { send: () => call('PATCH', path, shown), shown };
  },
  remove,
  creation: () => Promise.resolve(post('/topics', { name: aName() })),
});

testRaces(() => database, {
  name: 'a route from an event type to a topic',
  table: 'notification_event_topic_route',
  make: async () => made('/notification-event-topic-routes', { topicId: (await makeTopic()).id, eventType }),
  find: found,
  remove,
  creation: async () =>
    post('/notification-event-topic-routes', { topicId: (await makeTopic()).id, eventType }),
});

const ends = async () => ({ topicId: (await makeTopic()).id, destinationId: (await makeDestination()).id });
testRaces(() => database, {
  name: 'a route from a topic to a destination',
  table: 'topic_destination_route',
  make: async () => made('/topic-destination-routes', await ends()),
  find: found,
  remove,
  creation: async () => post('/topic-destination-routes', await ends()),
});

/** Answers of calls that all wait for one row. */
async function told(table: string, id: string, ...calls: readonly (() => Promise<Answer>)[]) {
  const answers = await behindRow(database.pool, { table, id }, calls);
  return { answers, statuses: answers.map(({ status }) => status) };
}

test.each([
  ['topic', 'notification-event-topic-routes'],
  ['topic', 'topic-destination-routes'],
  ['destination', 'topic-destination-routes'],
])('a %s that goes and one of the %s to it are both told the truth', async (end, list) => {
  for (const isFirst of [true, false]) {
    const { topicId, destinationId } = await ends();
    const id = end === 'topic' ? topicId : destinationId;
    const body = list === 'topic-destination-routes' ? { topicId, destinationId } : { topicId, eventType };
    const go = () => call('DELETE', `/${end}s/${id}`);
    const calls = isFirst ? [go, post(`/${list}`, body)] : [post(`/${list}`, body), go];
    expect((await told(end, id, ...calls)).statuses).toEqual(isFirst ? [204, 404] : [201, 204]);
    const routes = (await call('GET', `/${list}`)).body as unknown as { topicId: string }[];
    expect(routes.filter((route) => route.topicId === topicId)).toEqual([]);
  }
});

test('a destination that goes and a topic that is made with it are both told the truth', async () => {
  for (const isFirst of [true, false]) {
    const { id } = await makeDestination();
    const name = aName();
    const go = () => call('DELETE', `/destinations/${id}`);
    const make = post('/topics', { name, eventTypes: [eventType], destinationIds: [id] });
    const { answers, statuses } = await told('destination', id, ...(isFirst ? [go, make] : [make, go]));
    expect(statuses).toEqual(isFirst ? [204, 404] : [201, 204]);
    if (isFirst) expect(answers[1]?.body['issues']).toMatchObject([{ name: '/destinationIds/0' }]);
    const topics = (await call('GET', '/topics')).body as unknown as { name: string }[];
    expect(topics.filter((topic) => topic.name === name)).toHaveLength(isFirst ? 0 : 1);
  }
});

test('whoever names a destination means the one that has the name when its turn comes', async () => {
  const [one, other] = [await makeDestination(), await makeDestination()];
  const { name } = (await found(one)) as { name: string };
  const end = `UPDATE destination SET name = '${aName()}' WHERE id = '${one.id}';
    UPDATE destination SET name = '${name}' WHERE id = '${other.id}'; COMMIT`;
  const hold = { text: 'SELECT FROM destination WHERE id = $1 FOR UPDATE', values: [one.id], end };
  const [answer] = await inTurn(database.pool, hold, [() => call('DELETE', `/destinations/${name}`)]);
  expect(answer?.status).toBe(204);
  expect(await found(one)).toBeDefined();
  expect(await found(other)).toBeUndefined();
});

/** Events about the destination's disabling. */
async function announced({ id }: One): Promise<number> {
  // An event is ingested before it leaves the outbox.
  const { rowCount: waiting } = await database.pool.query('SELECT FROM outbox');
  if (waiting !== 0) throw new Error('There are events that were not taken in yet.');
  const { rows } = await database.pool.query(
    `SELECT FROM event WHERE type = 'destination.webhook.disabled' AND body LIKE '%' || $1 || '%'`,
    [id],
  );
  return rows.length;
}

test('of those who disable a destination at the same time one does; what is changed meanwhile stays changed', async () => {
  const one = await makeDestination();
  const { send, shown } = changeDestination(one, 0);
  const disable = post(`${one.path}:disable`);
  const calls = [disable, send, disable, disable, post(`${one.path}:rotate-secret`), disable];
  expect((await told('destination', one.id, ...calls)).statuses).toEqual(calls.map(() => 200));
  expect(await found(one)).toMatchObject({ ...shown, status: 'disabled' });
  expect(await eventually(() => announced(one))).toBe(1);
});

test('a destination is enabled or disabled as the last one says', async () => {
  const one = await makeDestination();
  const [enable, disable] = [post(`${one.path}:enable`), post(`${one.path}:disable`)];
  for (const [calls, statuses] of [
    [
      [disable, enable],
      ['disabled', 'enabled'],
    ],
    [
      [enable, disable],
      ['enabled', 'disabled'],
    ],
  ] as const) {
    const { answers } = await told('destination', one.id, ...calls);
    expect(answers.map(({ body }) => body['status'])).toEqual(statuses);
    expect(await found(one)).toMatchObject({ status: statuses[1] });
  }
});

test('secrets that were given for another address meanwhile do not follow to the one from before', async () => {
  const one = await made('/destinations', {
    ...aDestination(),
    metadata: { url: url(), headers: { 'X-A': 'old' } },
  });
  const change = (metadata: object) => () =>
    call('PATCH', one.path, {
      updateMask: Object.keys(metadata).map((member) => `metadata.${member}`),
      destination: { metadata },
    });
  const moved = { url: 'http://127.0.0.1:9/hook', headers: { 'X-A': 'new' } };
  const { answers, statuses } = await told(
    'destination',
    one.id,
    change(moved),
    change({ url: `${url()}/below` }),
  );
  expect(statuses).toEqual([200, 400]);
  expect(answers[1]?.body['issues']).toMatchObject([{ name: '/destination/metadata/headers/X-A' }]);
  expect(await found(one)).toMatchObject({ metadata: { url: moved.url } });
});

test('every rotation of a secret gives one of its own, and the newest one signs', async () => {
  const one = await makeDestination();
  const { answers } = await told(
    'destination',
    one.id,
    ...Array<() => Promise<Answer>>(8).fill(post(`${one.path}:rotate-secret`)),
  );
  const keys = answers.map(
    ({ body }) => (body['secrets'] as { webhookSigningKey: string }).webhookSigningKey,
  );
  expect(new Set(keys).size).toBe(8);
  const { body } = await call('GET', `${one.path}?includeSecrets=true`);
  expect(keys).toContain((body['secrets'] as { webhookSigningKey: string }).webhookSigningKey);
});

test('a destination whose receiver wants no more is disabled, and what is changed meanwhile stays changed', async () => {
  const { topicId, destinationId } = await ends();
  await call('POST', '/notification-event-topic-routes', { topicId, eventType });
  await call('POST', '/topic-destination-routes', { topicId, destinationId });
  const one = { id: destinationId, list: '/destinations', path: `/destinations/${destinationId}` };
  // An attempt from before the change disables nothing; the next one does.
  receiver.answerAlways({ status: 410 });
  const projectid = service.projects.demo.id;
  const data = { projectId: projectid, connectionId: 'c', provider: 'hubspot', groupRef: 'g' };
  const event = { specversion: '1.0', id: newId(), source: '/t', type: eventType, projectid, data };
  const publish = async () => {
    const answer = await call('POST', '/events', [{ ...event, time: '2026-01-01T00:00:00Z' }], 'publish');
    await eventually(async () => expect(await found(one)).toMatchObject({ status: 'disabled' }));
    return answer;
  };
  const { send, shown } = changeDestination(one, 0);
  expect((await told('destination', one.id, publish, send)).statuses).toEqual([202, 200]);
  expect(await found(one)).toMatchObject({ ...shown, status: 'disabled' });
  expect(await eventually(() => announced(one))).toBe(1);
  receiver.answerAlways({ status: 200 });
});

/**
 * A destination in a paused lane with three held deliveries. Rows are inserted last to first, so only an explicit
 * order locks them by id.
 */
async function withHeld() {
  const one = await makeDestination();
  const ids = [newId(), newId(), newId()] as const;
  const insert = (text: string, ...values: unknown[]) =>
    database.pool.query(`INSERT INTO ${text}`, [service.projects.demo.id, ...values]);
  await insert(
    `lane (project_id, id, kind, name, parked_until, park_reason)
     VALUES ($1, $2, 'destination', 'paused', 'infinity', 'paused')`,
    one.id,
  );
  for (const id of ids.toReversed()) {
    const type = id === ids[2] ? 'connection.deleted' : eventType;
    await insert(
      `event (project_id, id, source, event_id, type, time, body)
       VALUES ($1, $2::uuid, '/t', $2::uuid::text, $3, clock_timestamp(), '{}')`,
      ...[id, type],
    );
    await insert(
      `delivery (project_id, id, event_row_id, event_type, destination_id, status)
       VALUES ($1, $2, $2, $3, $4, 'held')`,
      ...[id, type, one.id],
    );
  }
  return {
    one,
    ids,
    redeliver: (place: 1 | 2) => post(`/deliveries/${ids[place]}:redeliver`),
    statuses: async () => {
      const sql = 'SELECT status FROM delivery WHERE destination_id = $1 ORDER BY id';
      return (await database.pool.query<{ status: string }>(sql, [one.id])).rows.map(({ status }) => status);
    },
  };
}

test('redeliveries and a removal of the destination do not wait for each other', async () => {
  const held = await withHeld();
  const hold = { text: 'SELECT FROM delivery WHERE id = $1 FOR UPDATE', values: [held.ids[1]] };
  const calls = [held.redeliver(1), held.redeliver(2), remove(held.one)];
  const answers = await inTurn(database.pool, hold, calls);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 204]);
  expect(await held.statuses()).toEqual(['failed', 'failed', 'failed']);
});

test('a redelivery and a removal of the destination are both told the truth', async () => {
  const [first, second] = [await withHeld(), await withHeld()];
  const statusesOf = async (one: One, ...calls: (() => Promise<Answer>)[]) =>
    (await told('destination', one.id, ...calls)).statuses;
  expect(await statusesOf(first.one, first.redeliver(1), remove(first.one))).toEqual([200, 204]);
  expect(await statusesOf(second.one, remove(second.one), second.redeliver(1))).toEqual([204, 404]);
  expect([...(await first.statuses()), ...(await second.statuses())]).toEqual(Array(6).fill('failed'));
});
