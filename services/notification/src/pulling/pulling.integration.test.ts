import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, openDatabase, type Database } from '@writ/db';
import { pauseLane, resumeLane } from '@writ/lanes';
import { createAppLogger, systemClock } from '@writ/service-kit';
import { eventually, patientConnection, testDatabase, type TestDatabase, testRedis } from '@writ/test-kit';
import { Webhook } from 'standardwebhooks';
import { claimForClient } from '../delivery/claim-deliveries.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';
import { lapseDestinations, lapsingRound } from './lapse-destinations.ts';
import { pullDeliveries } from './pull-deliveries.ts';
import { reportAttempt } from './report-attempt.ts';

const redis = testRedis();
const ENCRYPTION_KEYS = `k1:${randomBytes(32).toString('base64')}`;
let database: TestDatabase;
let db: Database;
let service: TestNotification;
beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase({
    url: database.url,
    maxConnections: 2,
    applicationName: 'test',
    limits: patientConnection,
  });
  // No sweep, which would hide missing wake-ups.
  await database.pool.query(
    "INSERT INTO leader_lease (name, holder, until) VALUES ('sweep:destination', $1, 'infinity')",
    [newId()],
  );
  service = await start();
});
afterAll(async () => {
  await service.close();
  await db.close();
  await database.drop();
});

/** Another process of the service. */
const start = (projects?: TestNotification['projects'], environment: Record<string, string> = {}) =>
  startNotification(
    { databaseUrl: database.url, redis },
    {
      environment: { ENCRYPTION_KEYS, ...environment },
      pullTimes: { lookEveryMs: 20 },
      ...(projects && { projects }),
    },
  );
const call: TestNotification['call'] = (...given) => service.call(...given);

type Pulled = { id: string; attempt: number; eventId: string; headers: Record<string, string>; body: string };
const pulled = (body: Record<string, unknown>) => body['deliveries'] as Pulled[];
const pull = async (name: string, body: object = {}, by = service): Promise<Pulled[]> => {
  const answer = await by.call('POST', `/destinations/${name}:pull`, body);
  expect(answer).toMatchObject({ status: 200, body: { leaseSeconds: 60 } });
  return pulled(answer.body);
};
/** Waits for the next one. */
const next = async (name: string, by = service): Promise<Pulled> => {
  const [delivery] = await pull(name, { max: 1, waitSeconds: 30 }, by);
  return delivery!;
};
const report = (id: string, body: object, by = service) => by.call('POST', `/deliveries/${id}:report`, body);
const by = { kind: 'admin', id: 'admin' } as const;
const told = { attempt: 1, status: 200, ms: 12, excerpt: 'ok' };
const delivery = async (id: string) => (await call('GET', `/deliveries/${id}`)).body;

/** Each destination has its own event type. */
async function listener(name: string, eventType: string, type = 'listen', metadata: object = {}) {
  const { status, body } = await call('POST', '/destinations', { name, type, metadata });
  expect(status).toBe(201);
  await call('POST', '/topics', { name, eventTypes: [eventType], destinationIds: [name] });
  return String(body['id']);
}
async function publish(type: string, count = 1): Promise<string[]> {
  const projectId = service.projects.demo.id;
  const data = { projectId, connectionId: 'c', provider: 'hubspot', groupRef: 'g', errors: [] };
  const events = Array.from({ length: count }, () => ({
    specversion: '1.0',
    id: newId(),
    source: '/t',
    type,
    time: '2026-01-01T00:00:00Z',
    data,
  }));
  expect((await call('POST', '/events', events)).status).toBe(202);
  return events.map(({ id }) => id);
}
const laneDueAt = async (id: string): Promise<unknown> => {
  const { rows } = await database.pool.query('SELECT next_due_at FROM lane WHERE id = $1', [id]);
  return (rows as { next_due_at: unknown }[])[0]?.next_due_at;
};
const laneRests = (id: string) => eventually(async () => expect(await laneDueAt(id)).toBeNull());
const attemptsTold = () => service.metrics.registry.getSingleMetricAsString('writ_delivery_attempts_total');
/** All times are the database's, so the row decides when the lease ends. */
const lapse = (id: string) =>
  database.pool.query("UPDATE delivery SET lease_until = lease_until - interval '61 s' WHERE id = $1", [id]);

test('a client that waits is given what a webhook would be sent, and its report is the attempt', async () => {
  const destinationId = await listener('laptop', 'connection.created', 'listen', {
    headers: { 'X-Team': 'ops' },
  });
  const waiting = next('laptop');
  const [eventId] = await publish('connection.created');
  const { id, attempt, headers, body, ...given } = await waiting;
  await laneRests(destinationId);
  expect([attempt, given]).toEqual([1, { eventId, eventType: 'connection.created' }]);
  expect(headers).toMatchObject({ 'X-Team': 'ops', 'webhook-id': `msg_${id}`, 'user-agent': 'Writ/1' });
  const { secrets } = (await call('GET', '/destinations/laptop?includeSecrets=true')).body;
  const key = (secrets as { webhookSigningKey: string }).webhookSigningKey;
  expect(new Webhook(key).verify(body, headers)).toMatchObject({ id: eventId });

  const first = await report(id, told);
  const attemptMade = {
    attempt: 1,
    status: 'delivered',
    httpStatus: 200,
    durationMs: 12,
    responseExcerpt: 'ok',
  };
  expect(first).toMatchObject({ status: 200, body: attemptMade });
  expect(await report(id, told)).toEqual(first);
  const otherwise = await report(id, { ...told, status: 500 });
  expect([otherwise.status, otherwise.body['type']]).toEqual([409, expect.stringMatching(/attempt-over$/)]);
  expect(await delivery(id)).toMatchObject({ status: 'delivered', attempts: [attemptMade] });
  // Logged once, however often it is reported.
  expect(await attemptsTold()).toMatch(/outcome="delivered"\S* 1$/m);
  expect(await pull('laptop')).toEqual([]);
});

test('a report whose twin comes between its looks is answered as that one', async () => {
  await listener('twins', 'connection.deleted');
  await publish('connection.deleted');
  const given = await next('twins');
  const ofUnit = { projectId: service.projects.demo.id, destinationId: newId() };
  const unit = { ...given, ...ofUnit, eventType: 'connection.deleted' as const };
  const twin = { answer: {} };
  const pool = {
    query: async (text: string, values: unknown[]) => {
      twin.answer = (await report(given.id, told)).body;
      return database.pool.query(text, values);
    },
  } as unknown as Database['pool'];
  const heard: unknown[] = [];
  const again = reportAttempt({
    prisma: db.prisma,
    pool,
    settle: () => Promise.reject(new Error('The attempt has ended.')),
    tellAttempt: (ended) => heard.push(ended),
    clock: systemClock,
  });
  expect(await again(unit, told)).toEqual(twin.answer);
  expect(heard).toEqual([]);
});

test.each([
  [{ status: 200, error: 'refused' }, ['/error']],
  [{ retryAfter: '3', excerpt: 'ok', error: 'refused' }, ['/retryAfter', '/excerpt']],
  [{ status: 200, excerpt: '' }, []],
  [{ excerpt: '' }, []],
])('a report that contradicts itself is refused: %j', async (said, places) => {
  const answer = await report(newId(), { attempt: 1, ms: 1, ...said });
  expect(answer.status).toBe(places.length === 0 ? 404 : 400);
  if (places.length > 0)
    expect((answer.body['issues'] as { name: string }[]).map(({ name }) => name)).toEqual(places);
});

test('what a client that died had comes again when its lease lapses, and its own report comes too late', async () => {
  await listener('dying', 'connection.updated');
  await publish('connection.updated');
  const first = await next('dying');
  expect(await pull('dying')).toEqual([]);
  await lapse(first.id);
  // Not leased again yet.
  expect(await report(first.id, told)).toMatchObject({ status: 409, body: { retryable: false } });
  const again = await next('dying');
  expect(again).toMatchObject({ id: first.id, attempt: 2, body: first.body });
  expect(again.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect((await report(first.id, told)).status).toBe(409);
  expect((await report(first.id, { ...told, attempt: 3 })).status).toBe(409);
  expect((await report(first.id, { ...told, attempt: 2 })).status).toBe(200);
  expect(await delivery(first.id)).toMatchObject({
    status: 'delivered',
    attempts: [{ status: 'unknown' }, { attempt: 2 }],
  });
});

test('another process takes the report of what one gave that is gone, and sees what that one stored', async () => {
  await listener('moving', 'connection.deleted');
  const other = await start(service.projects);
  const waiting = next('moving', other);
  const [eventId] = await publish('connection.deleted');
  const given = await waiting;
  expect(given.eventId).toBe(eventId);
  const polls = Array.from({ length: 40 }, () => pull('moving', { waitSeconds: 30 }, other));
  // Waiting pulls hold none of the 16 database connections and do not delay the end of the process.
  expect((await other.call('GET', '/destinations/moving')).status).toBe(200);
  await other.close();
  expect((await Promise.all(polls)).flat()).toEqual([]);
  expect((await report(given.id, told)).status).toBe(200);
});

test('clients that fetch at once have each delivery once', async () => {
  await listener('many', 'connection.refreshed');
  const published = await publish('connection.refreshed', 40);
  const found = await Promise.all(Array.from({ length: 8 }, () => pull('many', { max: 10 })));
  const ids = found.flat().map(({ eventId }) => eventId);
  expect(new Set(ids).size).toBe(ids.length);
  const left = await pull('many', { max: 100 });
  expect([...ids, ...left.map(({ eventId }) => eventId)].toSorted()).toEqual(published.toSorted());
});

test('what fails is due again by the schedule until that is used up, and a receiver that is gone disables', async () => {
  const destinationId = await listener('failing', 'connection.error');
  await publish('connection.error');
  await laneRests(destinationId);
  for (const [attempt, status] of [
    [1, 'pending'],
    [2, 'pending'],
    [3, 'failed'],
  ] as const) {
    const { id, attempt: given } = await next('failing');
    expect(given).toBe(attempt);
    const ended = await report(id, { attempt, ms: 1, error: 'refused' });
    expect(ended.body).toMatchObject({ attempt, status: 'failed', error: 'refused' });
    // Each keeps its own result.
    const first = await report(id, { attempt: 1, ms: 1, error: 'refused' });
    expect(first).toMatchObject({ status: 200, body: { attempt: 1, status: 'failed' } });
    expect(await laneDueAt(destinationId)).toBeNull();
    expect(await delivery(id)).toMatchObject({ status });
  }
  await publish('connection.error', 2);
  const [one, two] = await pull('failing', { max: 2, waitSeconds: 30 });
  expect((await report(one!.id, { attempt: 1, ms: 1, status: 410 })).status).toBe(200);
  const refused = await call('POST', '/destinations/failing:pull', { waitSeconds: 30 });
  expect([refused.status, refused.body['type']]).toEqual([
    409,
    expect.stringMatching(/destination-disabled$/),
  ]);
  // An attempt from before the disabling can still be reported.
  expect((await report(two!.id, told)).status).toBe(200);
  expect(await delivery(two!.id)).toMatchObject({ status: 'delivered' });
});

test('a receiver that asks a client to come again later is not tried earlier, and the list tells why it waits', async () => {
  await listener('limited', 'read.triggered.done');
  const patient = await start(service.projects, { DELIVERY_SCHEDULE_SECONDS: '1,3600' });
  await call('POST', '/destinations/limited:test', { eventType: 'read.triggered.done' });
  type Listed = { id: string; nextAttempt: string; updateTime: string };
  const listed = async () => {
    const { body } = await call('GET', '/deliveries?destinationId=limited');
    return (body['results'] as Listed[])[0];
  };
  expect(await listed()).toMatchObject({ status: 'pending', stage: 'new', attemptCount: 0 });
  expect(await listed()).not.toHaveProperty('lastError');
  const { id } = await next('limited');
  expect(await listed()).toMatchObject({ status: 'pending', stage: 'sending' });
  const reported = await report(id, { attempt: 1, ms: 1, status: 429, retryAfter: '3000' }, patient);
  expect(reported.body).toMatchObject({ status: 'failed', httpStatus: 429 });
  const why = { stage: 'retrying', lastError: { message: 'The receiver answered 429.', httpStatus: 429 } };
  const failed = await listed();
  expect(failed).toMatchObject({ status: 'pending', ...why });
  expect(Date.parse(failed!.nextAttempt) - Date.parse(failed!.updateTime)).toBeGreaterThan(2_900_000);
  expect(await delivery(id)).toMatchObject(why);
  await patient.close();
});

test('one from which nobody fetches for a day is disabled; enabled and replayed, nothing is missing', async () => {
  const id = await listener('away', 'installation.deleted');
  const used = await listener('used', 'installation.deleted');
  const since = '2026-01-01T00:00:00Z';
  const made = await call('POST', '/destinations/away:test', { eventType: 'installation.deleted' });
  expect(made).toMatchObject({ status: 202, body: { status: 'pending', destinationId: id, attempts: [] } });
  await database.pool.query(
    "UPDATE destination SET pulled_at = now() - interval '25 h' WHERE id = ANY ($1)",
    [[id, used]],
  );
  await pull('used');
  expect(await lapseDestinations(database.pool)).toBe(1);
  expect((await call('GET', '/destinations/away')).body).toMatchObject({
    status: 'disabled',
    disabledReason: 'Nobody fetched its deliveries for 24 h.',
  });
  expect(await delivery(String(made.body['id']))).toMatchObject({ status: 'held' });
  await call('POST', '/destinations/away:enable');
  expect(await lapseDestinations(database.pool)).toBe(0);
  expect(await pull('away')).toEqual([]);
  expect((await call('POST', '/destinations/away:replay', { since })).body).toMatchObject({ count: 1 });
  expect((await next('away')).id).toBe(made.body['id']);
});

test('what a process of the release before handed out is reported to one of this release', async () => {
  await listener('upgraded', 'read.backfill.done');
  await leftFor('upgraded');
  const [given] = await pull('upgraded');
  await database.pool.query('UPDATE delivery SET due_at = lease_until, lease_until = NULL WHERE id = $1', [
    given!.id,
  ]);
  expect((await report(given!.id, told)).status).toBe(200);
  expect(await delivery(given!.id)).toMatchObject({ status: 'delivered' });
});

test('a destination is not disabled for the time in which nobody could have been answered', async () => {
  const id = await listener('offline', 'installation.deleted');
  await database.pool.query("UPDATE destination SET pulled_at = now() - interval '25 h' WHERE id = $1", [id]);
  const status = async () => (await call('GET', '/destinations/offline')).body['status'];
  const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
  let nowMs = 0;
  const clock = { now: () => new Date(nowMs) };
  const round = lapsingRound({ pool: database.pool, logger, clock });
  const restMs = await round();
  nowMs += 30 * 3_600_000;
  expect(await round()).toBe(restMs);
  expect(await status()).toBe('enabled');
  nowMs += restMs;
  await round();
  expect(await status()).toBe('disabled');
});

test('no worker takes what waits for a client, and none is kept awake by it', async () => {
  const id = await listener('resting', 'read.backfill.done');
  const [deliveryId] = await leftFor('resting');
  await laneRests(id);
  expect(await delivery(deliveryId!)).toMatchObject({ status: 'pending', attemptCount: 0 });
});

test('what was taken for a client that is gone meanwhile is due at once, as if it had not been', async () => {
  await listener('gone', 'read.backfill.done');
  const [deliveryId] = await leftFor('gone');
  const find = await stored('gone');
  expect(await pullByHand({ find, max: 10, waitMs: 0, signal: AbortSignal.abort() })).toEqual([]);
  expect(await next('gone')).toMatchObject({ id: deliveryId, attempt: 1 });
});

test('a client whose name leads elsewhere meanwhile is given nothing in the name of the other', async () => {
  for (const name of ['renamed', 'heir']) await listener(name, 'read.backfill.done');
  const [deliveryId] = await leftFor('renamed');
  const [before, after] = [await stored('renamed'), await stored('heir')];
  let looks = 0;
  const find = () => (++looks === 1 ? before() : after());
  const { signal } = new AbortController();
  expect(await pullByHand({ find, max: 10, waitMs: 3_600_000, signal })).toEqual([]);
  expect(await next('renamed')).toMatchObject({ id: deliveryId, attempt: 1 });
});

/** The test decides what the pull finds. */
const pullByHand = (asked: Parameters<ReturnType<typeof pullDeliveries>>[0]) => {
  const take = () => ({ wait: () => Promise.resolve(false), leave: () => undefined });
  const { pool } = service.database;
  return pullDeliveries({ pool, watch: { take }, clock: systemClock, leaseMs: 60_000 })(asked);
};
async function stored(name: string) {
  const { body } = await call('GET', `/destinations/${name}`);
  const openSecrets = () => Promise.resolve({ signingKeys: [], hidden: {} });
  return () => Promise.resolve({ view: body as never, openSecrets });
}

test('a client is given nothing while the lane of its destination is paused', async () => {
  const id = await listener('paused', 'connection.updated');
  await publish('connection.updated');
  const { prisma } = db;
  await eventually(async () => (await pauseLane(prisma, undefined, id, { by })) !== undefined);
  expect(await pull('paused')).toEqual([]);
  const waiting = pull('paused', { waitSeconds: 30 });
  await resumeLane(prisma, undefined, id);
  expect(await waiting).toHaveLength(1);
});

test('what has been due for longest is given first', async () => {
  const id = await listener('queue', 'read.backfill.done');
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.push(...(await leftFor('queue')));
  await database.pool.query(
    `UPDATE delivery AS d SET due_at = now() - o.place * interval '1 s'
     FROM unnest($2::uuid[]) WITH ORDINALITY AS o (id, place) WHERE d.destination_id = $1 AND d.id = o.id`,
    [id, ids],
  );
  expect((await pull('queue')).map((given) => given.id)).toEqual(ids.toReversed());
});

test('what is sent by us is neither fetched nor reported, and only who manages notifications may do so', async () => {
  await listener('hook', 'connection.refreshed', 'webhook', { url: 'http://127.0.0.1:9/' });
  const place = expect.objectContaining({ in: 'path', name: 'destinationIdOrName' });
  expect(await call('POST', '/destinations/hook:pull', {})).toMatchObject({
    status: 400,
    body: { issues: [place] },
  });
  const id = String((await call('GET', '/destinations/hook')).body['id']);
  expect(await claimForClient(service.database.pool)(id, 10, 1)).toEqual([]);
  await publish('connection.refreshed');
  const { results } = (await call('GET', '/deliveries?destinationId=hook')).body;
  const [sent] = results as { id: string }[];
  expect((await report(sent!.id, told)).status).toBe(400);
  const [left] = await leftFor('laptop');
  for (const [path, body] of [
    ['/destinations/laptop:pull', {}],
    [`/deliveries/${left}:report`, told],
  ] as const) {
    expect((await call('POST', path, body, 'read')).status).toBe(403);
    expect((await call('POST', path, body, 'foreign')).status).toBe(404);
    expect((await call('POST', path, { ...body, max: 101, attempt: 0 })).status).toBe(400);
  }
  await call('DELETE', '/destinations/laptop');
  expect((await report(left!, told)).status).toBe(404);
});

/** Sample events for one client. */
async function leftFor(name: string): Promise<string[]> {
  const { body } = await call('POST', `/destinations/${name}:test`, { eventType: 'connection.error' });
  return [String(body['id'])];
}
