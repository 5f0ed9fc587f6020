import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inTransaction, openDatabase, type Database, type KeptPlans, type Queryable } from '@writ/db';
import { claimedOf, pauseLane, resumeLane } from '@writ/lanes';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { createAppLogger, systemClock } from '@writ/service-kit';
import {
  behindRow,
  eventually,
  patientConnection,
  testActor,
  testDatabase,
  type TestDatabase,
} from '@writ/test-kit';
import { Agent } from 'undici';
import { findDelivery } from '../deliveries/find-delivery.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import { sendAgain } from '../deliveries/send-again.ts';
import { secretBox } from '../destinations/secrets.ts';
import { leaseMs, outcomeOf } from '../testing/delivery-commands.ts';
import { readDeliveries, readDestinations } from '../testing/delivery-rows.ts';
import { deliveryWorld, letTimePass, publish, relay, type DeliveryWorld } from '../testing/delivery-world.ts';
import { replayAll } from '../testing/destination-commands.ts';
import { createAddressRules } from '../outbound/address-rules.ts';
import { guardedSockets } from '../outbound/guarded-sockets.ts';
import { claimDeliveries, renewDeliveries } from './claim-deliveries.ts';
import { deliveryWork } from './delivery-work.ts';
import { createDestinationBook, type DestinationBook } from './destination-book.ts';
import { createHolds, holdDeliveries } from '../destinations/hold-deliveries.ts';
import { settleDeliveries } from './settle-deliveries.ts';

let own: TestDatabase;
let db: Database;
let world: DeliveryWorld;
let destinationId: string;
beforeAll(async () => {
  own = await testDatabase();
  db = openDatabase({ url: own.url, maxConnections: 5, applicationName: 'test', limits: patientConnection });
});
beforeEach(async () => {
  world = await deliveryWorld(db, 1);
  destinationId = world.destinationIds[0]!;
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

async function arrive(count: number): Promise<void> {
  await publish(world, count);
  await relay(world, { acknowledged: true });
}
const sendingBook = (isEnabled = () => true): DestinationBook => ({
  find: () =>
    Promise.resolve({
      enabled: isEnabled(),
      version: 0,
      send: () => Promise.resolve(outcomeOf('delivered')),
      objects: false,
    }),
  apartMs: () => 0,
  objects: () => false,
  close: () => Promise.resolve(),
});
const findById = (id: string) =>
  findDelivery(db.prisma, { projectId: world.projectId, id }, { managementUrl: 'http://writ.test/v1' });
const claim = () => world.claim(destinationId, 10, leaseMs);
const statuses = async () => (await readDeliveries(world)).map(({ status }) => status).toSorted();

test('of a destination whose lane is paused nothing is claimed, from the pause on', async () => {
  await arrive(2);
  expect(await world.claim(destinationId, 1, leaseMs)).toHaveLength(1);
  await pauseLane(db.prisma, undefined, destinationId, { by: { kind: 'admin', id: 'admin' } });
  expect(await claim()).toEqual([]);
  await resumeLane(db.prisma, undefined, destinationId);
  expect(await claim()).toHaveLength(1);
});

test('of a destination whose bodies are large no more is claimed than a process may hold of it', async () => {
  await arrive(4);
  await db.pool.query("UPDATE event SET body = rpad(body, 3000000, ' ') WHERE project_id = $1", [
    world.projectId,
  ]);
  const work = deliveryWork({
    pool: db.pool,
    book: sendingBook(),
    scheduleMs: [],
    disabling: { failingMs: 1, failuresInRow: 1, failuresForMs: 1 },
    random: () => 0.5,
    pokeRelay: () => undefined,
    tellAttempt: () => undefined,
    clock: systemClock,
    logger: createAppLogger({ service: 'test', level: 'error' }),
  });
  const permits = () => work.permits?.(destinationId, 100);
  expect(await permits()).toEqual({ kind: 'granted', units: 100 });
  const units = claimedOf(await work.claim([{ laneId: destinationId, limit: 2 }], leaseMs), destinationId);
  expect(await permits()).toEqual({ kind: 'busy' });
  const lease = { remainingMs: () => 9_000, heldMs: () => 0, signal: new AbortController().signal };
  await work.perform(units[0]!, lease);
  expect(await permits()).toEqual({ kind: 'granted', units: 1 });
  await work.unclaim(units.slice(1));
  expect(await permits()).toEqual({ kind: 'granted', units: 2 });
});

test('410 disables at once, although a later attempt of the same settlement succeeded', async () => {
  await arrive(2);
  const [first, second] = await claim();
  await world.settle([
    { unit: first!, outcome: outcomeOf('gone') },
    { unit: second!, outcome: outcomeOf('delivered') },
  ]);
  expect(await readDestinations(world)).toMatchObject([{ status: 'disabled', announced: 1 }]);
  expect(await statuses()).toEqual(['delivered', 'held']);
});

const moveTo = (host: string) =>
  world.destinations.change(
    world.projectId,
    destinationId,
    ({ view: { name } }) =>
      Promise.resolve({
        name,
        metadata: { url: `https://${host}.example.com` },
        secrets: { signingKeys: [], hidden: {} },
      }),
    testActor,
  );

test('the 410 of an attempt from before the destination was changed or enabled does not disable it, that of a later one does', async () => {
  await arrive(3);
  const claimOne = async () => (await world.claim(destinationId, 1, leaseMs))[0]!;
  const gone = (unit: Awaited<ReturnType<typeof claimOne>>) =>
    world.settle([{ unit, outcome: outcomeOf('gone') }]);
  const first = await claimOne();
  await moveTo('elsewhere');
  const second = await claimOne();
  await world.destinations.disable(world.projectId, destinationId, 'by hand', testActor);
  await world.destinations.enable(world.projectId, destinationId, testActor);
  await replayAll(world, destinationId);
  const third = await claimOne();
  for (const one of [first, second]) {
    await gone(one);
    expect(await readDestinations(world)).toMatchObject([{ status: 'enabled' }]);
  }
  await gone(third);
  expect(await readDestinations(world)).toMatchObject([{ status: 'disabled' }]);
});

test('what failed before a destination sent elsewhere does not count there', async () => {
  await arrive(2);
  const [first, second] = await claim();
  await world.settle([{ unit: first!, outcome: outcomeOf('failed') }]);
  await letTimePass(world, 3_601_000);
  const failing = async () => (await world.destinations.find(world.projectId, destinationId))?.view.failing;
  expect(await failing()).toMatchObject({ failuresInRow: 1 });
  await world.destinations.change(
    world.projectId,
    destinationId,
    async ({ view: { metadata }, openSecrets }) => ({
      name: 'renamed',
      metadata,
      secrets: await openSecrets(),
    }),
    testActor,
  );
  expect(await failing()).toMatchObject({ failuresInRow: 1 });
  await moveTo('elsewhere');
  expect(await failing()).toBeUndefined();
  await world.settle([{ unit: second!, outcome: outcomeOf('failed') }]);
  expect(await readDestinations(world)).toMatchObject([{ status: 'enabled' }]);
  expect(await failing()).toMatchObject({ failuresInRow: 1 });
});

test('the first failure after a quiet time as long as a destination may fail does not disable it, a later one does', async () => {
  const failAfter = async (ms: number) => {
    await letTimePass(world, ms);
    await arrive(1);
    const claimed = await claim();
    await world.settle(claimed.map((unit) => ({ unit, outcome: outcomeOf('failed') })));
    return (await readDestinations(world))[0]!.status;
  };
  const limitMs = 3_600_000;
  const succeed = async () => {
    await arrive(1);
    await world.settle((await claim()).map((unit) => ({ unit, outcome: outcomeOf('delivered') })));
  };
  expect(await failAfter(0)).toBe('enabled');
  expect(await failAfter(limitMs + 1_000)).toBe('enabled');
  // Failures before a success don't count.
  await letTimePass(world, limitMs + 1_000);
  await succeed();
  expect(await failAfter(0)).toBe('enabled');
  expect(await failAfter(limitMs / 2)).toBe('enabled');
  await succeed();
  expect(await failAfter(0)).toBe('enabled');
  expect(await failAfter(limitMs + 1_000)).toBe('enabled');
  expect(await failAfter(0)).toBe('enabled');
  expect(await failAfter(limitMs / 2)).toBe('disabled');
});

test('a destination that took a delivery elsewhere just before it was to be disabled stays enabled', async () => {
  await arrive(2);
  const [first, second] = await claim();
  const one = openDatabase({
    url: own.url,
    maxConnections: 1,
    applicationName: 'one',
    limits: patientConnection,
  });
  const settle = settleDeliveries({
    pool: one.pool,
    scheduleMs: [1_000],
    random: () => 0.5,
    pokeRelay: () => undefined,
    disabling: { failingMs: 3_600_000, failuresInRow: 1, failuresForMs: 0 },
  });
  const settled = settle([{ unit: first!, outcome: outcomeOf('failed') }]);
  // Gets the only connection before the transaction that disables.
  const tookOne = 'UPDATE destination SET failures_in_row = 0, failing_since = NULL WHERE id = $1';
  await one.pool.query(tookOne, [destinationId]);
  await settled;
  expect(await readDestinations(world)).toMatchObject([{ status: 'enabled', announced: 0 }]);
  await settle([{ unit: second!, outcome: outcomeOf('failed') }]);
  expect(await readDestinations(world)).toMatchObject([{ status: 'disabled', announced: 1 }]);
  await one.close();
});

test('a settlement that comes again, since the answer to its commit was lost, changes nothing more', async () => {
  await arrive(1);
  const [unit] = await claim();
  const done = [{ unit: unit!, outcome: outcomeOf('failed') }];
  await world.settle(done);
  const before = await findById(unit!.id);
  const failures = async () =>
    (await db.pool.query<object>('SELECT failures_in_row FROM destination WHERE id = $1', [destinationId]))
      .rows;
  expect(await failures()).toEqual([{ failures_in_row: 1 }]);
  await world.settle(done);
  expect(await findById(unit!.id)).toEqual(before);
  expect(await failures()).toEqual([{ failures_in_row: 1 }]);
});

test('an attempt that was cut off is told among the others, and one that is under way is not', async () => {
  await arrive(1);
  const [cutOff] = await claim();
  await db.pool.query('UPDATE delivery SET lease_until = clock_timestamp() WHERE id = $1', [cutOff!.id]);
  const [unit] = await claim();
  const attempts = async () => (await findById(unit!.id))?.attempts;
  const unknown = { attempt: 1, status: 'unknown', error: expect.any(String) };
  expect(await attempts()).toEqual([unknown]);
  await world.settle([{ unit: unit!, outcome: outcomeOf('delivered') }]);
  expect(await attempts()).toMatchObject([unknown, { attempt: 2, status: 'delivered' }]);
});

test('of very many attempts that were cut off the latest are told, and all that ended', async () => {
  await arrive(1);
  const [first] = await claim();
  await world.settle([{ unit: first!, outcome: outcomeOf('failed') }]);
  await db.pool.query('UPDATE delivery SET attempt = 43000, claimed = true WHERE id = $1', [first!.id]);
  const found = await findById(first!.id);
  expect(found?.attemptCount).toBe(43_000);
  expect(found?.attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 'failed'],
    ...Array.from({ length: 100 }, (_, index) => [42_900 + index, 'unknown']),
  ]);
});

test('an answer that is kept with its delivery is told after the delivery was sent again, too', async () => {
  await arrive(1);
  const answered = (httpStatus: number, delivered: boolean) => ({
    ...outcomeOf(delivered ? 'delivered' : 'failed'),
    httpStatus,
    excerpt: `answered ${httpStatus}`,
  });
  const told = (attempt: number, httpStatus: number, status: string) => ({
    attempt,
    httpStatus,
    status,
    durationMs: 1,
    time: '1970-01-01T00:00:00.000Z',
    responseExcerpt: `answered ${httpStatus}`,
  });
  const [first] = await claim();
  await world.settle([{ unit: first!, outcome: answered(201, true) }]);
  const found = async () => (await findById(first!.id))!;
  expect((await found()).attempts).toEqual([told(1, 201, 'delivered')]);

  for (const [attempt, httpStatus] of [
    [2, 503],
    [3, 202],
  ] as const) {
    await db.transaction((tx) => sendAgain(tx, world.projectId, [first!.id]));
    const [unit] = await claim();
    expect(unit).toMatchObject({ attempt, cutOff: false });
    const outcome = answered(httpStatus, httpStatus === 202);
    await world.settle([{ unit: unit!, outcome }]);
    await world.settle([{ unit: unit!, outcome }]);
  }
  expect((await found()).attempts).toEqual([
    told(1, 201, 'delivered'),
    told(2, 503, 'failed'),
    told(3, 202, 'delivered'),
  ]);
  for (const httpStatus of [201, 503, 202]) {
    const { results: deliveries } = await listDeliveries(db.prisma, world.projectId, { httpStatus });
    expect(deliveries).toMatchObject([{ id: first!.id, attemptCount: 3, status: 'delivered' }]);
  }
});

test('what is to be sent again while its attempt is being settled can be sent again later', async () => {
  await arrive(1);
  const [unit] = await claim();
  const again = () => db.transaction((tx) => sendAgain(tx, world.projectId, [unit!.id]));
  const settle = () => world.settle([{ unit: unit!, outcome: outcomeOf('delivered') }]);
  await behindRow<unknown>(db.pool, { table: 'delivery', id: unit!.id }, [settle, again]);
  // It left the attempt in flight.
  if ((await statuses())[0] === 'delivered') expect(await again()).toEqual([destinationId]);
  expect(await statuses()).toEqual(['pending']);
  const [next] = await claim();
  await world.settle([{ unit: next!, outcome: outcomeOf('delivered') }]);
  expect((await findById(unit!.id))?.attempts).toMatchObject([
    { attempt: 1, status: 'delivered' },
    { attempt: 2, status: 'delivered' },
  ]);
});

test('beside a process of the release before each attempt is told once, as it ended', async () => {
  await arrive(1);
  const [unit] = await claim();
  await world.settle([{ unit: unit!, outcome: { ...outcomeOf('delivered'), httpStatus: 201 } }]);
  // Ignores the row and sends, claims and settles again.
  const id = unit!.id;
  await db.pool.query(`UPDATE delivery SET status = 'failed', attempt = 2 WHERE id = $1`, [id]);
  await db.pool.query(
    `INSERT INTO delivery_attempt (project_id, delivery_id, attempt, at, outcome, http_status, duration_ms)
     SELECT project_id, id, 2, now(), 'failed', 503, 1 FROM delivery WHERE id = $1`,
    [id],
  );
  const attempts = [
    { attempt: 1, status: 'delivered', httpStatus: 201 },
    { attempt: 2, status: 'failed', httpStatus: 503 },
  ];
  const found = () => findById(id);
  expect(await found()).toMatchObject({ lastError: { httpStatus: 503 }, attempts });
  expect(await db.transaction((tx) => sendAgain(tx, world.projectId, [id]))).toEqual([destinationId]);
  expect((await found())?.attempts).toMatchObject(attempts);
});

test('claims change deliveries in their place: no index hears of them', async () => {
  await arrive(200);
  // Sees only its own changes.
  const alone = openDatabase({
    url: own.url,
    maxConnections: 1,
    applicationName: 'test',
    limits: patientConnection,
  });
  try {
    await alone.pool.query('BEGIN');
    const claimed = await claimDeliveries(alone.pool, sendingBook())(
      [{ laneId: destinationId, limit: 500 }],
      leaseMs,
    );
    expect(claimed.get(destinationId)).toHaveLength(200);
    const { rows } = await alone.pool.query<{ all: number; inPlace: number }>(changedSql);
    expect(rows[0]!.all).toBe(200);
    expect(rows[0]!.inPlace).toBeGreaterThan(180);
    await alone.pool.query('COMMIT');
  } finally {
    await alone.close();
  }
});

const changedSql = `
  SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS "inPlace" FROM pg_stat_xact_user_tables WHERE relname = 'delivery'`;

test('what was held for a destination that is removed has failed', async () => {
  await arrive(1);
  await world.destinations.disable(world.projectId, destinationId, 'by hand', testActor);
  await arrive(1);
  expect(await statuses()).toEqual(['held', 'held']);
  await world.destinations.remove(world.projectId, destinationId, testActor);
  expect(await statuses()).toEqual(['failed', 'failed']);
});

test('what waits for an enabled destination is not held by a turn that saw it disabled', async () => {
  await arrive(1);
  await holdDeliveries(db.pool, destinationId);
  expect(await statuses()).toEqual(['pending']);
});

test('a turn that saw the destination disabled, and claimed what was replayed since, sends it', async () => {
  await arrive(1);
  await world.destinations.disable(world.projectId, destinationId, 'by hand', testActor);
  await world.destinations.enable(world.projectId, destinationId, testActor);
  await replayAll(world, destinationId);
  const seen = [false, true];
  const book = sendingBook(() => seen.shift() ?? true);
  const claimed = await claimDeliveries(db.pool, book)([{ laneId: destinationId, limit: 10 }], leaseMs);
  expect(claimed.get(destinationId)).toHaveLength(1);
  expect(await statuses()).toEqual(['pending']);
});

test('what was held under way and is sent again has no second attempt beside the first, whose end counts', async () => {
  await arrive(2);
  const [first] = await claim();
  await world.destinations.disable(world.projectId, destinationId, 'by hand', testActor);
  await world.destinations.enable(world.projectId, destinationId, testActor);
  await replayAll(world, destinationId);
  expect(await claim()).toEqual([]);
  await world.settle([{ unit: first!, outcome: outcomeOf('delivered') }]);
  expect(await statuses()).toEqual(['delivered', 'pending']);
  await letTimePass(world, leaseMs);
  expect(await claim()).toMatchObject([{ attempt: 2, cutOff: true }]);
});

test('an attempt goes on whose destination is disabled or removed meanwhile, and counts as it ends', async () => {
  await arrive(3);
  const renewed = async () => [...(await renewDeliveries(db.pool)(claimed, leaseMs))];
  const claimed = await claim();
  const [first, second, third] = claimed;
  await world.settle([{ unit: first!, outcome: outcomeOf('gone') }]);
  expect(await statuses()).toEqual(['held', 'held', 'held']);
  expect(await renewed()).toEqual([second, third]);
  await world.settle([{ unit: second!, outcome: outcomeOf('delivered') }]);
  await world.destinations.remove(world.projectId, destinationId, testActor);
  expect(await renewed()).toEqual([third]);
  await world.settle([{ unit: third!, outcome: outcomeOf('failed') }]);
  expect(await renewed()).toEqual([]);
  expect(await statuses()).toEqual(['delivered', 'failed', 'failed']);
});

test('an attempt that lost its lease to another of the same process is not renewed beside it', async () => {
  await arrive(1);
  const [frozen] = await claim();
  await letTimePass(world, leaseMs);
  const [successor] = await claim();
  expect([...(await renewDeliveries(db.pool)([frozen!, successor!], leaseMs))]).toEqual([successor]);
});

const disableOnly = (ids: readonly string[]) =>
  db.pool.query("UPDATE destination SET status = 'disabled' WHERE id = ANY ($1::uuid[])", [ids]);

test('two turns of one lane hold everything once', async () => {
  await arrive(2);
  await disableOnly([destinationId]);
  const changed = async (on: Queryable) => {
    const sql = 'SELECT id, update_time FROM delivery WHERE destination_id = $1 ORDER BY id';
    return (await on.query<{ id: string; update_time: Date }>(sql, [destinationId])).rows;
  };
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%unsent%'`;
  const { other, held } = await inTransaction(db.pool, async (tx) => {
    await holdDeliveries(tx, destinationId);
    const begun = holdDeliveries(db.pool, destinationId);
    await eventually(async () => (await db.pool.query(waiting)).rowCount === 1);
    return { other: [begun], held: await changed(tx) };
  });
  await Promise.all(other);
  expect(await changed(db.pool)).toEqual(held);
  expect(await statuses()).toEqual(['held', 'held']);
});

test('a process takes one step at a time: whoever asks meanwhile waits, and claims nothing until then', async () => {
  world = await deliveryWorld(db, 2);
  await arrive(1);
  const [one, other] = world.destinationIds as [string, string];
  await disableOnly([one, other]);
  const holds = createHolds(db.pool);
  holds.mark(one);
  holds.mark(other);
  const denied = { kind: 'denied', waitMs: expect.any(Number), reason: 'quota' };
  expect(await Promise.all([holds.step(one), holds.step(other)])).toEqual([undefined, denied]);
  expect(await statuses()).toEqual(['held', 'pending']);
  expect(await holds.step(other)).toBeUndefined();
  expect(await statuses()).toEqual(['held', 'held']);
});

test('what was claimed just before its destination was disabled goes back, and no attempt counts', async () => {
  await arrive(2);
  const claims = claimDeliveries(
    db.pool,
    sendingBook(() => false),
  );
  expect((await claims([{ laneId: destinationId, limit: 10 }], leaseMs)).get(destinationId)).toEqual([]);
  const left = (await readDeliveries(world)).map(({ status, attempt, claimed }) => ({
    status,
    attempt,
    claimed,
  }));
  expect(left).toEqual(Array(2).fill({ status: 'pending', attempt: 0, claimed: false }));
});

test('what was claimed for an object is given although the claim beside it failed, whose destinations are told why', async () => {
  world = await deliveryWorld(db, 2);
  await arrive(2);
  const [ofObjects, single] = world.destinationIds as [string, string];
  const objects = { maxEvents: 2, maxBytes: 1_000_000, maxAgeMs: 0, newName: () => 'o' };
  const book: DestinationBook = {
    ...sendingBook(),
    find: (id) =>
      Promise.resolve({
        enabled: true,
        version: 0,
        send: () => Promise.resolve(outcomeOf('delivered')),
        objects: id === ofObjects && objects,
      }),
    objects: (id) => id === ofObjects && objects,
  };
  const failing: KeptPlans = {
    named: (statement) => ({ ...statement, text: 'SELECT FROM nowhere', values: [] }),
    close: () => Promise.resolve(),
  };
  const wanted = [ofObjects, single].map((laneId) => ({ laneId, limit: 10 }));
  const claims = claimDeliveries(db.pool, book, failing);
  const claimed = await claims(wanted, leaseMs);
  expect(claimedOf(claimed, ofObjects)).toMatchObject([{ objectName: 'o', others: [{ objectName: 'o' }] }]);
  expect(claimed.get(single)).toMatchObject({ fault: { message: 'relation "nowhere" does not exist' } });
  // Nothing to lose: it fails as a whole, and halving finds the lane at fault.
  await expect(claims(wanted, leaseMs)).rejects.toThrow('nowhere');
});

test('deliveries to a destination whose secrets no key opens fail with that reason, on their schedule', async () => {
  await arrive(1);
  const lines: string[] = [];
  const logger = createAppLogger({ service: 'test', level: 'error', write: (line) => lines.push(line) });
  const secrets = secretBox(
    projectSecrets(createKeyring(`k2:${randomBytes(32).toString('base64')}`), db.pool),
  );
  const openSocket = guardedSockets(createAddressRules({ allowHttp: true, allowCidrs: [] }));
  const deps = {
    openSocket,
    pool: db.pool,
    agent: new Agent(),
    clock: systemClock,
    managementUrl: 'http://writ.test/v1',
  };
  const book = createDestinationBook({ ...deps, secrets, logger });
  const claimed = await claimDeliveries(db.pool, book)([{ laneId: destinationId, limit: 10 }], leaseMs);
  const units = claimed.get(destinationId);
  const [unit] = units && 'length' in units ? units : [];
  const outcome = await unit!.send({ id: '1', body: '{}' }, new AbortController().signal);
  await world.settle([{ unit: unit!, outcome }]);
  expect(await findById(unit!.id)).toMatchObject({
    status: 'pending',
    attempts: [{ status: 'failed', error: expect.stringContaining('cannot be opened') as unknown }],
  });
  expect(lines.join('')).toContain('holds no key with the id \\"k1\\"');
});
