import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { JsonObject } from '@writ/contracts';
import { newId, openDatabase, type Database } from '@writ/db';
import { claimedOf, pauseLane, resumeLane } from '@writ/lanes';
import { startAws, type LocalAws } from '@writ/local-servers';
import { createAppLogger, systemClock } from '@writ/service-kit';
import { patientConnection, testActor, testDatabase, type TestDatabase } from '@writ/test-kit';
import { sendAgain } from '../deliveries/send-again.ts';
import type { StoredDestination } from '../destinations/stored-destination.ts';
import { leaseMs, outcomeOf } from '../testing/delivery-commands.ts';
import { readDeliveries } from '../testing/delivery-rows.ts';
import { deliveryWorld, letTimePass, publish, relay, type DeliveryWorld } from '../testing/delivery-world.ts';
import { makeBucket, readBucket } from '../testing/read-bucket.ts';
import { replayAll } from '../testing/destination-commands.ts';
import { claimDeliveries, unclaimDeliveries, renewDeliveries } from './claim-deliveries.ts';
import { nextObjectDue } from './claim-object.ts';
import { deliveryWork } from './delivery-work.ts';
import type { DestinationBook } from './destination-book.ts';
import { holdDeliveries } from '../destinations/hold-deliveries.ts';

let own: TestDatabase;
let db: Database;
let aws: LocalAws;
let world: DeliveryWorld;
let destinationId: string;
let bucket: string;
const ageMs = 60_000;
const rules = { maxEvents: 3, maxBytes: 4_194_304, maxAgeMs: ageMs, newName: () => '' };
beforeAll(async () => {
  own = await testDatabase();
  db = openDatabase({ url: own.url, maxConnections: 8, applicationName: 'test', limits: patientConnection });
  aws = await startAws();
});
beforeEach(async () => {
  bucket = `b-${newId()}`;
  await makeBucket(aws.url, bucket);
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const access = { bucket, region: 'us-east-1', endpointUrl: aws.url, credentials };
  const metadata = { ...access, maxEvents: 3, keyTemplate: 'first/{{id}}' };
  world = await deliveryWorld(db, 1, { type: 's3', metadata });
  destinationId = world.destinationIds[0]!;
});
afterAll(async () => {
  await aws.close();
  await db.close();
  await own.drop();
});

const noop = () => Promise.resolve();
const signal = new AbortController().signal;
const claim = async () => (await world.claim(destinationId, 10, leaseMs))[0];
async function arrive(count: number): Promise<void> {
  await publish(world, count);
  await relay(world, { acknowledged: true });
}
async function putAll(): Promise<void> {
  for (let unit = await claim(); unit; unit = await claim())
    await world.settle([{ unit, outcome: await unit.send(unit, signal) }]);
}
async function setMetadata(members: JsonObject): Promise<void> {
  const change = async ({ view, openSecrets }: StoredDestination) => ({
    ...view,
    metadata: { ...view.metadata, ...members },
    secrets: await openSecrets(),
  });
  await world.destinations.change(world.projectId, destinationId, change, testActor);
}
/** A process that knows destinations by this book. */
const workBy = (book: DestinationBook) =>
  deliveryWork({
    pool: db.pool,
    book,
    scheduleMs: [],
    disabling: { failingMs: 1, failuresInRow: 1, failuresForMs: 1 },
    random: () => 0,
    pokeRelay: () => undefined,
    tellAttempt: () => undefined,
    clock: systemClock,
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
  });
const statuses = async () => (await readDeliveries(world)).map(({ status }) => status);
const stored = async () =>
  (await readBucket(aws.url, bucket)).map(({ events }) => events.map(({ id }) => id).toSorted());
const isEach = async () => expect((await stored()).flat().toSorted()).toEqual(world.published.toSorted());

test('an object is made when there are enough events, or when the first one waits for long enough', async () => {
  await arrive(2);
  expect(await claim()).toBeUndefined();
  const inMs = Number(await nextObjectDue(db.pool, destinationId, rules)) - Date.now();
  expect(inMs).toBeGreaterThan(ageMs / 2);
  await arrive(2);
  expect(Number(await nextObjectDue(db.pool, destinationId, rules))).toBeLessThan(Date.now() + ageMs / 2);
  await putAll();
  expect((await stored()).map((ids) => ids.length)).toEqual([3]);
  await letTimePass(world, ageMs);
  await putAll();
  expect((await stored()).map((ids) => ids.length).toSorted()).toEqual([1, 3]);
  await isEach();
  expect(await nextObjectDue(db.pool, destinationId, rules)).toBeUndefined();
});

test('a lane comes to rest by the bounds of now, whatever a process knows of its destination', async () => {
  const known = { ...rules, maxAgeMs: 3_600_000 };
  const work = workBy({
    find: () => Promise.resolve(undefined),
    apartMs: () => 0,
    objects: () => known,
    close: noop,
  });
  const dueInMs = async () =>
    Number((await work.nextDueAt(db.pool, [destinationId])).get(destinationId)) - Date.now();
  await arrive(2);
  await setMetadata({ maxAgeSeconds: 600 });
  expect(await dueInMs()).toBeGreaterThan(500_000);
  await setMetadata({ maxAgeSeconds: 60 });
  expect(await dueInMs()).toBeLessThan(60_000);
  await setMetadata({ maxEvents: 2 });
  expect(await dueInMs()).toBeLessThan(0);
  // A resting lane is found even if the wake-up is lost.
  await db.pool.query("UPDATE lane SET next_due_at = now() + interval '1 h' WHERE id = $1", [destinationId]);
  await setMetadata({ maxAgeSeconds: 5 });
  const due = 'SELECT FROM lane WHERE id = $1 AND next_due_at <= clock_timestamp()';
  expect((await db.pool.query(due, [destinationId])).rowCount).toBe(1);
});

test.each(['before', 'after'])(
  'a process that dies %s the object is put leaves it to another, which puts the same',
  async (when) => {
    await arrive(3);
    const died = (await claim())!;
    if (when === 'after') expect(await died.send(died, signal)).toMatchObject({ delivered: true });
    const before = await readBucket(aws.url, bucket);
    // Later events and another template change nothing.
    await arrive(3);
    await setMetadata({ keyTemplate: 'second/{{id}}', maxEvents: 2 });
    await letTimePass(world, leaseMs);
    const [again, others] = [(await claim())!, (await claim())!];
    expect(again).toMatchObject({ objectName: died.objectName, body: died.body, attempt: 2, cutOff: true });
    expect(others.objectName).toMatch(/^second/);
    for (const unit of [again, others])
      await world.settle([{ unit, outcome: await unit.send(unit, signal) }]);
    await letTimePass(world, ageMs);
    await putAll();
    const after = await readBucket(aws.url, bucket);
    expect(after).toEqual(expect.arrayContaining(before));
    await isEach();
    expect(new Set(await statuses())).toEqual(new Set(['delivered']));
    // The dead process wakes up and settles nothing.
    await world.settle([{ unit: died, outcome: outcomeOf('failed') }]);
    expect(new Set(await statuses())).toEqual(new Set(['delivered']));
  },
);

test('what is full goes at once, and only a look that found no object is followed by a pause', async () => {
  const work = workBy(world.book);
  await arrive(7);
  // The first look reads the destination.
  expect(await claim()).toMatchObject({ attempt: 1 });
  const permits = async () => (await work.permits?.(destinationId, 10))?.kind;
  const found: number[] = [];
  for (let looks = 0; looks < 2; looks += 1) {
    expect(await permits()).toBe('granted');
    const claimed = await work.claim([{ laneId: destinationId, limit: 1 }], leaseMs);
    found.push(claimedOf(claimed, destinationId).length);
  }
  expect(found).toEqual([1, 0]);
  expect(await permits()).toBe('denied');
});

test('a process without the key that a destination is sealed with takes its objects whole, too', async () => {
  await arrive(3);
  const put = (await claim())!;
  expect(await put.send(put, signal)).toMatchObject({ delivered: true });
  await letTimePass(world, leaseMs);
  const wanted = [{ laneId: destinationId, limit: 10 }];
  const claimed = claimedOf(
    await claimDeliveries(db.pool, world.keylessBook)(wanted, leaseMs),
    destinationId,
  );
  expect(claimed).toMatchObject([{ objectName: put.objectName, body: put.body }]);
  const [unit] = claimed;
  const outcome = await unit!.send(unit!, signal);
  expect(outcome).toMatchObject({ delivered: false, error: expect.stringContaining('cannot be opened') });
  await world.settle([{ unit: unit!, outcome }]);
  await letTimePass(world, ageMs);
  await putAll();
  expect((await stored()).map((ids) => ids.length)).toEqual([3]);
  await isEach();
});

test('an object is held as a whole, however few a step takes, so that nothing is put over it', async () => {
  await arrive(3);
  const died = (await claim())!;
  await died.send(died, signal);
  await arrive(1);
  await db.pool.query("UPDATE destination SET status = 'disabled' WHERE id = $1", [destinationId]);
  await holdDeliveries(db.pool, destinationId, 1);
  expect((await statuses()).toSorted()).toEqual(['held', 'held', 'held', 'pending']);
  await world.destinations.enable(world.projectId, destinationId, testActor);
  await letTimePass(world, ageMs);
  await putAll();
  expect((await stored()).map((ids) => ids.length).toSorted()).toEqual([1, 3]);
  await isEach();
});

/** Sends an object's deliveries again while it is in flight. */
async function sentAgainUnderWay() {
  const running = (await claim())!;
  await world.destinations.disable(world.projectId, destinationId, 'by hand', testActor);
  await world.destinations.enable(world.projectId, destinationId, testActor);
  await replayAll(world, destinationId);
  return running;
}

test('what is sent again while its object is under way joins another one when that has ended', async () => {
  await arrive(3);
  const running = await sentAgainUnderWay();
  expect((await renewDeliveries(db.pool)([running], leaseMs)).size).toBe(1);
  expect(await claim()).toBeUndefined();
  const dueAt = Number(await nextObjectDue(db.pool, destinationId, rules));
  expect(dueAt - Date.now()).toBeGreaterThan(leaseMs / 2);
  await letTimePass(world, leaseMs);
  expect(await claim()).toMatchObject({ attempt: 2 });
});

test('one that is sent again before its attempt fails is told as due once the wait after that is over', async () => {
  await arrive(3);
  const running = await sentAgainUnderWay();
  await world.settle([{ unit: running, outcome: outcomeOf('failed') }]);
  expect(await waits()).toEqual(new Set([true]));
  expect(await nextObjectDue(db.pool, destinationId, rules)).toBeDefined();
  await letTimePass(world, ageMs);
  expect(await claim()).toMatchObject({ attempt: 2, others: [{}, {}] });
});

test('a lane comes to rest without reading all that waits for its next attempt', async () => {
  await arrive(4);
  await claim();
  await db.pool.query(
    `INSERT INTO delivery SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
       'event_row_id', gen_random_uuid(), 'due_at', now() + interval '1 h', 'lease_until', NULL))).*
     FROM delivery AS d, generate_series(1, 1000) WHERE destination_id = $1 AND object_name IS NOT NULL`,
    [destinationId],
  );
  await db.pool.query('ANALYZE delivery');
  await db.transaction(async ({ sql }) => {
    const read = async () => {
      const { rows } = await sql.query<{ count: number }>(
        `SELECT (idx_tup_fetch + seq_tup_read)::int AS count FROM pg_stat_xact_user_tables WHERE relname = 'delivery'`,
      );
      return rows[0]!.count;
    };
    const before = await read();
    expect(await nextObjectDue(sql, destinationId, rules)).toBeDefined();
    expect((await read()) - before).toBeLessThan(50);
  });
});

/** Whether deliveries are due later; null if never. */
const waits = async () => {
  const sql = 'SELECT due_at > update_time AS waits FROM delivery WHERE destination_id = $1';
  const { rows } = await db.pool.query<{ waits: boolean | null }>(sql, [destinationId]);
  return new Set(rows.map((row) => row.waits));
};

test('an object that fails is repeated whole, and so are its deliveries when its schedule is used up', async () => {
  await arrive(3);
  for (let failures = 1; failures <= 3; failures += 1) {
    const unit = (await claim())!;
    expect(unit.others).toHaveLength(2);
    await world.settle([{ unit, outcome: outcomeOf('failed') }]);
    expect(new Set(await statuses())).toEqual(new Set([failures < 3 ? 'pending' : 'failed']));
    expect(await waits()).toEqual(new Set([failures < 3 ? true : null]));
    await letTimePass(world, ageMs);
  }
});

test('of a destination whose lane is paused no object is made, and none is sent again', async () => {
  await arrive(3);
  const by = { kind: 'admin', id: 'admin' } as const;
  const pause = () => pauseLane(db.prisma, undefined, destinationId, { by });
  const resume = () => resumeLane(db.prisma, undefined, destinationId);
  await pause();
  expect(await claim()).toBeUndefined();
  await resume();
  const unit = await claim();
  await world.settle([{ unit: unit!, outcome: outcomeOf('failed') }]);
  await letTimePass(world, ageMs);
  await pause();
  expect(await claim()).toBeUndefined();
  await resume();
  await putAll();
  await isEach();
});

test('processes that claim at once never share a delivery, nor take a part of an object', async () => {
  await arrive(30);
  const all = (await Promise.all(Array.from({ length: 8 }, claim))).filter((unit) => unit !== undefined);
  const names = all.map(({ objectName }) => objectName);
  expect(new Set(names).size).toBe(names.length);
  await letTimePass(world, leaseMs);
  const again = (await Promise.all(Array.from({ length: 8 }, claim))).filter((unit) => unit !== undefined);
  expect(again).not.toEqual([]);
  for (const unit of again)
    for (const before of all) if (before.objectName === unit.objectName) expect(unit.body).toBe(before.body);
  const taken = again.flatMap(({ id, others = [] }) => [id, ...others.map((other) => other.id)]);
  expect(new Set(taken).size).toBe(taken.length);
  await letTimePass(world, leaseMs);
  await putAll();
  await isEach();
});

test('what was held, or is sent again by hand, becomes a new object', async () => {
  await arrive(3);
  const unit = (await claim())!;
  await world.destinations.disable(world.projectId, destinationId, 'by hand', testActor);
  expect(await claim()).toBeUndefined();
  expect(new Set(await statuses())).toEqual(new Set(['held']));
  await world.destinations.enable(world.projectId, destinationId, testActor);
  await replayAll(world, destinationId);
  // The attempt in flight keeps its lease.
  expect(await claim()).toBeUndefined();
  await letTimePass(world, leaseMs);
  const held = (await claim())!;
  expect(held.objectName).not.toBe(unit.objectName);
  await world.settle([{ unit: held, outcome: await held.send(held, signal) }]);
  await db.transaction((tx) => sendAgain(tx, world.projectId, [held.id]));
  await letTimePass(world, ageMs);
  const alone = (await claim())!;
  expect(alone).toMatchObject({ id: held.id, others: [] });
  await world.settle([{ unit: alone, outcome: await alone.send(alone, signal) }]);
  expect((await stored()).map((ids) => ids.length).toSorted()).toEqual([1, 3]);
});

test('what is not begun is given back whole, and a lease is kept whole', async () => {
  await arrive(3);
  const unit = (await claim())!;
  expect(await renewDeliveries(db.pool)([unit], leaseMs)).toEqual(new Set([unit]));
  await unclaimDeliveries(db.pool)([unit]);
  expect(await claim()).toMatchObject({ objectName: unit.objectName, body: unit.body, attempt: 1 });
});
