import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, openDatabase } from '@writ/db';
import { knownHeader } from '@writ/event-bus';
import { createAppLogger, createMetrics } from '@writ/service-kit';
import { beginErasure, beginErasureOfProject, endErasure, eraseProject } from '@writ/tenancy';
import { eventually, testActor, testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import type { Pool } from 'pg';
import { request } from 'undici';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';
import { createIngest } from './ingest-batch.ts';

let database: TestDatabase;
let service: TestNotification;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  // Plays an unforeseen fault: the database refuses an event.
  await database.pool.query("ALTER TABLE event ADD CHECK (source <> '/refused')");
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const openedAt = (url: string) => openDatabase({ url, maxConnections: 1, applicationName: 'test' });

type Changes = {
  id?: string;
  source?: string;
  type?: string;
  projectid?: string;
  time?: string;
  data?: object;
};

const connectionError = (changes: Changes = {}) => {
  const projectid = changes.projectid ?? service.projects.demo.id;
  const data = { projectId: projectid, connectionId: 'c', provider: 'hubspot', groupRef: 'g', errors: ['x'] };
  const time = '2026-01-01T00:00:00Z';
  return {
    specversion: '1.0',
    id: newId(),
    source: '/t',
    type: 'connection.error',
    time,
    projectid,
    data,
    ...changes,
  };
};

const publishWith = (headers: Record<string, string>, events: readonly (object | string)[]) =>
  service.bus.publish(
    events.map((event) => ({
      key: 'k',
      value: Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)),
      headers,
    })),
  );
const publish = (...events: (object | string)[]) => publishWith({}, events);

const query = async (sql: string, ...values: unknown[]) =>
  (await database.pool.query<Record<string, unknown>>(sql, values)).rows;
const eventsOf = (id: string) => query('SELECT * FROM event WHERE event_id = $1', id);
const deliveriesOf = (id: string) =>
  query(
    `SELECT d.* FROM delivery AS d JOIN event AS e ON e.id = d.event_row_id
     WHERE e.event_id = $1 ORDER BY d.destination_id`,
    id,
  );

/** To destinations whose receiver refuses connections. */
async function route(name: string, eventType: string, destinations: string[]) {
  const topicId = (await service.call('POST', '/topics', { name })).body['id'];
  await service.call('POST', '/notification-event-topic-routes', { topicId, eventType });
  for (const destinationId of destinations) {
    const metadata = { url: 'http://127.0.0.1:9/' };
    await service.call('POST', '/destinations', { name: destinationId, type: 'webhook', metadata });
    await service.call('POST', '/topic-destination-routes', { topicId, destinationId });
  }
}

test('an event is delivered once to each destination, however many topics lead there', async () => {
  await route('fan-1', 'connection.created', ['fan-a', 'fan-b']);
  await route('fan-2', 'connection.created', ['fan-b']);
  const event = connectionError({ type: 'connection.created' });
  await publish(event);
  const deliveries = await deliveriesOf(event.id);
  expect(deliveries).toHaveLength(2);
  const lanes = await query('SELECT id FROM lane WHERE kind = $1', 'destination');
  expect(lanes.map(({ id }) => id)).toEqual(
    expect.arrayContaining(deliveries.map((delivery) => delivery['destination_id'])),
  );
  // Ids are of version 7.
  for (const { id } of deliveries) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
});

test('the body is made once, of type, id, time and data', async () => {
  const event = connectionError();
  await publish(event);
  expect((await eventsOf(event.id))[0]!['body']).toBe(
    JSON.stringify({ notificationType: event.type, id: event.id, time: event.time, data: event.data }),
  );
});

test('a repeated event is ignored, in the same batch and later', async () => {
  const event = connectionError();
  await publish(event, event);
  await publish(event);
  expect(await eventsOf(event.id)).toHaveLength(1);
});

test('of events that are said to be stored those are passed over that are, and no others', async () => {
  const [stored, removed, other] = [connectionError(), connectionError(), connectionError()];
  const foreign = connectionError({ id: stored.id, projectid: service.projects.other.id });
  const elsewhere = { ...stored, source: '/elsewhere' };
  await publish(stored, removed);
  await query('DELETE FROM event WHERE event_id = $1', removed.id);
  // Of a stored event only the key is read.
  const repeated = { ...stored, type: 'never.read' };
  const bad = ['{"source": ', { ...connectionError(), id: 7 }, { ...connectionError(), type: 'not.known' }];
  await publishWith(knownHeader, [repeated, removed, other, foreign, elsewhere, ...bad]);
  expect(await eventsOf(stored.id)).toHaveLength(3);
  expect(await eventsOf(removed.id)).toHaveLength(1);
  expect(await eventsOf(other.id)).toHaveLength(1);
  const letters = await query('DELETE FROM dead_letter RETURNING reason');
  expect(letters).toHaveLength(bad.length);
});

test('also in binary mode what is said to be stored is passed over where it is, whatever it is said to be', async () => {
  const { data, ...stored } = connectionError();
  const binary = (attributes: Readonly<Record<string, string>>) => {
    const named = Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value]);
    const headers = Object.fromEntries(named) as Record<string, string>;
    return publishWith({ ...headers, ...knownHeader }, [data]);
  };
  await publish({ ...stored, data });
  await binary({ ...stored, type: 'never.read' });
  await binary({ ...stored, id: newId(), type: 'not.known' });
  const other = newId();
  await binary({ ...stored, id: other });
  expect(await eventsOf(stored.id)).toHaveLength(1);
  expect(await eventsOf(other)).toHaveLength(1);
  expect(await query('DELETE FROM dead_letter RETURNING reason')).toHaveLength(1);
});

test('the same id from another source, or in another project, is another event', async () => {
  const event = connectionError();
  await publish(
    event,
    { ...event, source: '/else' },
    connectionError({ id: event.id, projectid: service.projects.other.id }),
  );
  expect(await eventsOf(event.id)).toHaveLength(3);
});

test('an event without a route is stored, and nothing is delivered', async () => {
  const event = connectionError({ type: 'connection.deleted' });
  await publish(event);
  expect(await eventsOf(event.id)).toHaveLength(1);
  expect(await deliveriesOf(event.id)).toHaveLength(0);
});

test('what arrives for a disabled destination is held', async () => {
  await route('holding', 'connection.updated', ['asleep']);
  await service.call('POST', '/destinations/asleep:disable');
  const event = connectionError({ type: 'connection.updated' });
  await publish(event);
  expect(await deliveriesOf(event.id)).toMatchObject([{ status: 'held', due_at: null }]);
});

test('bad messages become dead letters with their reason and stop no other', async () => {
  const good = [connectionError(), connectionError()];
  const unstorable = connectionError({ source: '/refused' });
  const unknownType = connectionError({ type: 'nothing.happened' });
  const nobodys = connectionError({ projectid: newId() });
  await publish('no json', good[0]!, unstorable, unknownType, nobodys, good[1]!, 'x'.repeat(300_000));
  for (const { id } of good) expect(await eventsOf(id)).toHaveLength(1);
  for (const { id } of [unstorable, nobodys]) expect(await eventsOf(id)).toHaveLength(0);
  const reasons = (await query('SELECT reason FROM dead_letter')).map(({ reason }) => reason);
  expect(reasons).toHaveLength(5);
  expect(reasons).toEqual(
    expect.arrayContaining([
      'The message is not JSON.',
      expect.stringContaining('type is none of those we know'),
      expect.stringContaining('The database cannot hold it'),
      `No project has the id ${nobodys.projectid}, which is the event's \`projectid\`.`,
      expect.stringContaining('300000 bytes'),
    ]),
  );
});

test('a batch that fails after its bad messages were found leaves nothing behind, and is taken in whole when it comes again', async () => {
  await route('failing', 'connection.refreshed', ['failing']);
  const event = connectionError({ type: 'connection.refreshed', source: '/refused' });
  const good = connectionError({ type: 'connection.refreshed' });
  const batch = ['no json at all', event, good];
  const lettersOf = () =>
    query("SELECT reason FROM dead_letter WHERE convert_from(raw, 'UTF8') = $1", batch[0]);
  await query('ALTER TABLE lane RENAME TO lane_away');
  await expect(publish(...batch)).rejects.toThrow('lane');
  expect(await lettersOf()).toEqual([]);
  await query('ALTER TABLE lane_away RENAME TO lane');
  await publish(...batch);
  expect(await lettersOf()).toHaveLength(1);
  expect(await eventsOf(good.id)).toHaveLength(1);
});

test('events are published over HTTP, one or many', async () => {
  const [one, two, three] = [connectionError(), connectionError(), connectionError()];
  const withoutProject = { ...three, projectid: undefined };
  expect(await service.call('POST', '/events', one, 'publish')).toMatchObject({
    status: 202,
    body: { count: 1 },
  });
  const many = await service.call('POST', '/events', [two, withoutProject], 'publish');
  expect(many).toMatchObject({ status: 202, body: { count: 2 } });
  for (const { id } of [one, two, three]) expect(await eventsOf(id)).toHaveLength(1);
});

/** Like clients of CloudEvents. Bytes have a media type only if given. */
async function publishAs(headers: Record<string, string>, body: unknown) {
  const address = `${service.url}/v1/projects/demo/events`;
  const sent = {
    method: 'POST',
    headers: { 'x-api-key': 'publish', ...headers },
    body: body instanceof Buffer ? body : JSON.stringify(body),
  };
  const answer = await fetch(address, sent);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const binary = ({ data: _, ...attributes }: object & { data: unknown }) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`ce-${name}`, String(value)]));

test('events are published in each mode of CloudEvents', async () => {
  const [one, two, three, four] = [
    connectionError(),
    connectionError(),
    connectionError(),
    connectionError(),
  ];
  const answers = [
    await publishAs({ 'content-type': 'application/cloudevents+json; charset=utf-8' }, one),
    await publishAs({ 'content-type': 'application/cloudevents-batch+json' }, [two]),
    await publishAs({ 'content-type': 'application/cloudevents-batch+json' }, []),
    await publishAs(
      { ...binary(three), 'ce-subject': 'Euro%20%E2%82%AC', 'content-type': 'application/vnd.acme+json' },
      three.data,
    ),
    // Without `datacontenttype`.
    await publishAs(binary(four), Buffer.from(JSON.stringify(four.data))),
  ];
  expect(answers).toEqual([1, 1, 0, 1, 1].map((count) => ({ status: 202, body: { count } })));
  for (const { id } of [one, two, three, four]) expect(await eventsOf(id)).toHaveLength(1);
});

test('in binary mode every fault is told where it was sent, and JSON alone is read', async () => {
  const { id, ...nameless } = { ...connectionError(), specversion: '2.0' };
  const data = { ...nameless.data, groupRef: 7 };
  const headers = { ...binary(nameless), 'ce-subject': '%C0%A0' };
  const answer = await publishAs({ ...headers, 'content-type': 'application/json' }, data);
  const issues = answer.body['issues'] as { in: string; name: string }[];
  expect([answer.status, issues.map((issue) => [issue.in, issue.name]).toSorted()]).toEqual([
    400,
    [
      ['body', '/groupRef'],
      ['header', 'ce-id'],
      ['header', 'ce-specversion'],
      ['header', 'ce-subject'],
    ],
  ]);
  const foreign = connectionError({ projectid: newId() });
  const ofOthers = await publishAs({ ...binary(foreign), 'content-type': 'text/json' }, foreign.data);
  expect(ofOthers.body['issues']).toMatchObject([
    { in: 'header', name: 'ce-projectid' },
    { in: 'body', name: '/projectId' },
  ]);
  for (const type of ['text/plain', 'application/cloudevents+avro', 'application/cloudevents+xml'])
    expect((await publishAs({ ...binary(foreign), 'content-type': type }, {})).status).toBe(415);
  expect(await eventsOf(id)).toHaveLength(0);
});

test('every fault of published events is told with its place, then whose they are, and none is taken', async () => {
  const good = connectionError();
  const withoutData = { ...connectionError(), data: undefined };
  const foreign = connectionError({ projectid: newId() });
  const incomplete = connectionError({ type: 'read.triggered.error' });
  const yearZero = connectionError({ time: '0000-01-01T00:00:00Z' });
  const mixed = { ...connectionError({ type: 'read.triggered.error', projectid: 'x' }), time: 'now' };
  const body = [good, withoutData, foreign, incomplete, 7, yearZero, mixed];
  const namesOf = async (events: readonly unknown[]) => {
    const answer = await service.call('POST', '/events', events, 'publish');
    expect(answer.status).toBe(400);
    return (answer.body['issues'] as { name: string }[]).map(({ name }) => name).toSorted();
  };
  expect(await namesOf(body)).toEqual([
    '/1/data',
    '/3/data/error',
    '/3/data/installationId',
    '/3/data/integrationId',
    '/3/data/integrationName',
    '/3/data/objectName',
    '/4',
    '/5/time',
    '/6/data/error',
    '/6/data/installationId',
    '/6/data/integrationId',
    '/6/data/integrationName',
    '/6/data/objectName',
    '/6/projectid',
    '/6/time',
  ]);
  expect(await namesOf([good, foreign])).toEqual(['/1/data/projectId', '/1/projectid']);
  expect(await eventsOf(good.id)).toHaveLength(0);
  expect((await service.call('POST', '/events', [], 'publish')).status).toBe(400);
  expect((await service.call('POST', '/events', Array(101).fill(good), 'publish')).status).toBe(400);
  expect((await service.call('POST', '/events', good, 'read')).status).toBe(403);
});

test.each<[string, (event: string) => string, boolean]>([
  ['right', (event) => event, true],
  ['with blanks and a mark of byte order', (event) => `\uFEFF ${event}\n`, true],
  [
    'of another project in its data',
    (event) => event.replace(/"projectId":"[^"]+"/, `"projectId":"${newId()}"`),
    false,
  ],
  [
    'of a project in capitals',
    (event) => event.replaceAll(service.projects.demo.id, (id) => id.toUpperCase()),
    false,
  ],
  ['with a name twice', (event) => event.replace('"groupRef"', '"groupRef":"h","groupRef"'), false],
  [
    'with a name twice, once escaped',
    (event) => event.replace('"groupRef"', '"group\\u0052ef":"h","groupRef"'),
    false,
  ],
  ['with CR LF in its id', (event) => event.replace('"id":"', '"id":"\\r\\n'), false],
  ['with DEL in its source', (event) => event.replace('"source":"', '"source":"\u007f'), false],
  ['with a line break in its subject', (event) => event.replace('"id"', '"subject":"\\n","id"'), false],
  ['with U+0000 in its data', (event) => event.replace('"g"', '"\\u0000"'), false],
  ['with half of a surrogate pair', (event) => event.replace('"g"', '"\\ud800"'), false],
  [
    'with a number that is read as another',
    (event) => event.replace('"g"', '"g","n":9007199254740993'),
    false,
  ],
  ['with a member that nothing may have', (event) => event.replace('"g"', '"g","__proto__":1'), false],
  ['64 levels deep', (event) => event.replace('"g"', `"g","n":${'['.repeat(62)}${']'.repeat(62)}`), true],
  ['65 levels deep', (event) => event.replace('"g"', `"g","n":${'['.repeat(63)}${']'.repeat(63)}`), false],
  ['of 60,100 values', (event) => event.replace('"g"', `"g","n":[${'1,'.repeat(60_100)}1]`), false],
  ['with a very long way of names', (event) => event.replace('"g"', `"g","${'n'.repeat(3_000)}":1`), false],
  ['over 256 kB', (event) => event.replace('"g"', `"${'g'.repeat(256 * 1_024)}"`), false],
  ['with an attribute in capitals', (event) => event.replace('"id"', '"traceParent":"x","id"'), false],
  ['with data that is no object', (event) => event.replace(/"data":\{[^}]*\}/, '"data":[]'), false],
])('an event %s means the same over HTTP and on the bus', async (_, change, accepted) => {
  await query('TRUNCATE dead_letter');
  const [posted, sent] = [1, 2].map(() => change(JSON.stringify(connectionError())));
  const answer = await request(`${service.url}/v1/projects/demo/events`, {
    method: 'POST',
    headers: { 'x-api-key': 'publish', 'content-type': 'application/json' },
    body: posted!,
  });
  expect([answer.statusCode, await answer.body.text()]).toEqual([
    accepted ? 202 : 400,
    expect.stringContaining(accepted ? 'count' : 'issues'),
  ]);
  await publish(sent!);
  expect(await query('SELECT reason FROM dead_letter')).toHaveLength(accepted ? 0 : 1);
});

const ingestInto = (pool: Pool) =>
  createIngest({
    pool,
    waker: { wake: () => undefined },
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
    metrics: createMetrics({ service: 'test', defaults: false }),
  });

test('large batches share a commit only as far as it stays small', async () => {
  const ingest = ingestInto(database.pool);
  const filler = 'x'.repeat(200_000);
  const batchOf = (events: number) =>
    Array.from({ length: events }, () => {
      const event = connectionError({ source: '/large' });
      const value = Buffer.from(JSON.stringify({ ...event, data: { ...event.data, filler } }));
      return { topic: 'writ.events', key: 'k', value, headers: {} };
    });
  await Promise.all([2, 2, 2, 6, 2].map((events) => ingest(batchOf(events))));
  const commits = await query(
    "SELECT count(*)::int AS events FROM event WHERE source = '/large' GROUP BY xmin ORDER BY 1",
  );
  expect(commits).toEqual([{ events: 2 }, { events: 2 }, { events: 4 }, { events: 6 }]);
});

test('a batch that takes longer than a statement may is taken in by parts, as far as the first event that takes so long', async () => {
  // Plays the limit of a statement: a real one might also stop a single event on a busy machine.
  await query(`CREATE FUNCTION tire() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM entered WHERE source = '/slow') > 3
      OR EXISTS (SELECT FROM entered WHERE source = '/never')
    THEN RAISE 'statement timeout' USING ERRCODE = '57014'; END IF;
    RETURN NULL; END $$`);
  await query(`CREATE TRIGGER tire AFTER INSERT ON event REFERENCING NEW TABLE AS entered
    FOR EACH STATEMENT EXECUTE FUNCTION tire()`);
  const ingest = ingestInto(database.pool);
  const messageOf = (source: string, index: number) => {
    const value = Buffer.from(JSON.stringify(connectionError({ source, id: `${source} ${index}` })));
    return { topic: 'writ.events', key: 'k', value, headers: {} };
  };
  const slow = Array.from({ length: 6 }, (_, index) => messageOf('/slow', index));
  const storedOf = (source: string) => query('SELECT id FROM event WHERE source = $1', source);

  await ingest(slow);
  expect(await storedOf('/slow')).toHaveLength(6);
  await expect(ingest([messageOf('/quick', 0), messageOf('/never', 0)])).rejects.toMatchObject({
    code: '57014',
  });
  expect(await storedOf('/quick')).toHaveLength(1);
  expect(await storedOf('/never')).toEqual([]);
  await query('DROP TRIGGER tire ON event');
});

test('batches that come at once share a commit, also beside one that is spoilt', async () => {
  const [one, other] = [connectionError(), connectionError()];
  const before = await query('SELECT id FROM dead_letter');
  await Promise.all([publish(one), publish(other, '{ spoilt')]);
  const commits = await query('SELECT DISTINCT create_time::text FROM event WHERE event_id = ANY ($1)', [
    one.id,
    other.id,
  ]);
  expect(commits).toHaveLength(1);
  expect(await query('SELECT id FROM dead_letter')).toHaveLength(before.length + 1);
});

/** Plays unforeseen faults: events from `source` fail with this state. */
async function failing(source: string, state: string) {
  await query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.source = '${source}' THEN RAISE 'nobody foresaw this' USING ERRCODE = '${state}'; END IF;
    RETURN NEW; END $$`);
  await query('CREATE TRIGGER fail BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION fail()');
  return { mend: () => query('DROP FUNCTION fail CASCADE') };
}

const inBatch = (...events: object[]) =>
  events.map((event, nr) => ({
    topic: 'writ.events',
    partition: 0,
    offset: String(nr),
    key: 'k',
    value: Buffer.from(JSON.stringify(event)),
    headers: {},
  }));

test('a message that fails again and again is a dead letter with its reason, alone, and those around it keep their order', async () => {
  await query('TRUNCATE dead_letter');
  const good = Array.from({ length: 5 }, () => connectionError({ source: '/around' }));
  const poison = [connectionError({ source: '/poison' }), connectionError({ source: '/poison' })];
  const { mend } = await failing('/poison', 'XX000');
  const batch = inBatch(good[0]!, poison[0]!, good[1]!, good[2]!, poison[1]!, good[3]!, good[4]!);
  await ingestInto(database.pool)(batch);
  await mend();
  const stored = await query("SELECT event_id FROM event WHERE source = '/around' ORDER BY id");
  expect(stored).toEqual(good.map(({ id }) => ({ event_id: id })));
  const letters = await query('DELETE FROM dead_letter RETURNING "offset", raw, reason, reason_kind');
  expect(letters).toEqual(
    [1, 4].map((nr) => ({
      offset: String(nr),
      raw: batch[nr]!.value,
      reason: 'Taking it in failed again and again: nobody foresaw this',
      reason_kind: 'unacceptable',
    })),
  );
});

test.each(['40P01', '57P01', '53100'])(
  'a fault of the state %s, which passes by, makes no dead letter',
  async (state) => {
    const event = connectionError({ source: '/unlucky' });
    const { mend } = await failing('/unlucky', state);
    const ingest = ingestInto(database.pool);
    await expect(ingest(inBatch(event))).rejects.toThrow();
    await mend();
    await ingest(inBatch(event));
    expect(await eventsOf(event.id)).toHaveLength(1);
    expect(await query('SELECT FROM dead_letter')).toEqual([]);
  },
);

test('a dead letter that the database cannot hold is kept without its bytes', async () => {
  const { mend } = await failing('/unholdable', 'XX000');
  await query('ALTER TABLE dead_letter ADD CONSTRAINT small CHECK (octet_length(raw) = 0)');
  const [message] = inBatch(connectionError({ source: '/unholdable' }));
  await ingestInto(database.pool)([message!]);
  await query('ALTER TABLE dead_letter DROP CONSTRAINT small');
  await mend();
  expect(await query('DELETE FROM dead_letter RETURNING octet_length(raw) AS bytes, reason')).toEqual([
    { bytes: 0, reason: expect.stringContaining('nobody foresaw this') as unknown },
  ]);
});

test('an event of an erased group is dropped, also one that comes late; a later one of the group is stored', async () => {
  const group = { projectId: service.projects.demo.id, groupRef: 'erased/group' };
  const opened = openedAt(database.url);
  const event = (time: string) => connectionError({ time, data: { ...connectionError().data, ...group } });
  await beginErasure(opened.prisma, group);
  const during = event(new Date().toISOString());
  await publish(during);
  await endErasure(opened.prisma, group);
  const late = event('2026-01-01T00:00:00Z');
  const returned = event('2999-01-01T00:00:00Z');
  await publish(late, returned);
  await eventually(async () => expect(await eventsOf(returned.id)).toHaveLength(1));
  expect([await eventsOf(during.id), await eventsOf(late.id)]).toEqual([[], []]);
  await opened.close();
});

test('an event of a project that is or was erased is dropped, and is no dead letter', async () => {
  const opened = openedAt(database.url);
  const [during, afterwards] = [newId(), newId()];
  for (const id of [during, afterwards]) {
    await opened.pool.query(`INSERT INTO project (id, name, app_name) VALUES ($1::uuid, $1::text, 'App')`, [
      id,
    ]);
    await opened.transaction((tx) => beginErasureOfProject(tx, id, testActor));
  }
  await eraseProject(opened.prisma, afterwards);
  const other = connectionError();
  const dropped = [during, afterwards].map((projectid) => connectionError({ projectid }));
  await publish(...dropped, other);
  await eventually(async () => expect(await eventsOf(other.id)).toHaveLength(1));
  for (const { id, projectid } of dropped) {
    expect(await eventsOf(id)).toEqual([]);
    const letters = await query(
      'SELECT FROM dead_letter WHERE position($1::bytea IN raw) > 0',
      Buffer.from(projectid),
    );
    expect(letters).toEqual([]);
  }
  await opened.close();
});
