import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { inTransaction, newId } from '@writ/db';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import { parseLifecycleEvent } from '../lifecycle-event/parse-lifecycle-event.ts';
import { anEvent, aProject } from '../testing/test-events.ts';
import { addToOutbox } from './add-to-outbox.ts';
import { readOutbox, removeFromOutbox } from './outbox-rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
afterEach(() => database.pool.query('TRUNCATE outbox'));

const all = { maxRows: 1_000, maxBytes: 100_000_000 };

test('what is added is a lifecycle event with the key of its aggregate', async () => {
  const id = newId();
  await addToOutbox(database.pool, [{ ...anEvent('d-1', 7), id }]);
  const [row] = await readOutbox(database.pool, all);
  expect(row?.key).toBe(`${aProject}:d-1`);
  const parsed = parseLifecycleEvent({ value: Buffer.from(row!.body), headers: {} });
  expect(parsed).toMatchObject({
    event: {
      id,
      source: '/writ',
      type: 'destination.webhook.disabled',
      time: expect.any(String),
      data: { reason: '7' },
    },
  });
});

test('events keep the order in which they are added', async () => {
  const events = Array.from({ length: 300 }, (_, number) => anEvent('d', number));
  await addToOutbox(database.pool, events.slice(0, 200));
  await addToOutbox(database.pool, events.slice(200));
  const rows = await readOutbox(database.pool, all);
  const reasons = rows.map(({ body }) => (JSON.parse(body) as { data: { reason: string } }).data.reason);
  expect(reasons).toEqual(events.map((_, number) => String(number)));
});

test("an event's time is the database's, whatever the clock of the process", async () => {
  const before = Date.now();
  await inTransaction(database.pool, async (tx) => {
    await tx.query(`
      CREATE SCHEMA moved;
      CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql
        AS $$ SELECT pg_catalog.clock_timestamp() + interval '1 day' $$;
      SET LOCAL search_path = public, moved, pg_catalog; SET LOCAL timezone = 'Asia/Kolkata'`);
    await addToOutbox(tx, [anEvent('d', 1), anEvent('d', 2)]);
  });
  const times = (await readOutbox(database.pool, all)).map(
    ({ body }) => (JSON.parse(body) as { time: string }).time,
  );
  const [first = '', second = ''] = times;
  expect(first).toMatch(/^[-\d]{10}T[:\d]{8}\.\d{6}Z$/);
  expect(Date.parse(first)).toBeGreaterThanOrEqual(before + 86_400_000);
  expect(second > first).toBe(true);
});

test('nothing is left of a change that was rolled back', async () => {
  const failing = inTransaction(database.pool, async (tx) => {
    await addToOutbox(tx, [anEvent('d', 1)]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await addToOutbox(database.pool, []);
  expect(await readOutbox(database.pool, all)).toEqual([]);
});

test('a batch is bounded by rows and by bytes, but is never empty', async () => {
  await addToOutbox(
    database.pool,
    Array.from({ length: 10 }, (_, number) => anEvent('d', number)),
  );
  const [first] = await readOutbox(database.pool, { maxRows: 1, maxBytes: 1 });
  const size = Buffer.byteLength(first!.body);
  expect(await readOutbox(database.pool, { maxRows: 4, maxBytes: 1_000_000 })).toHaveLength(4);
  expect(await readOutbox(database.pool, { maxRows: 10, maxBytes: size * 2 })).toHaveLength(2);
});

test('removing takes away what was read and nothing else', async () => {
  await addToOutbox(database.pool, [anEvent('d', 0), anEvent('d', 1), anEvent('d', 2)]);
  const rows = await readOutbox(database.pool, { ...all, maxRows: 2 });
  await removeFromOutbox(database.pool, rows);
  const [left] = await readOutbox(database.pool, all);
  expect(left?.body).toContain('"reason":"2"');
});
