import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import fc from 'fast-check';
import { anyTimeText, type TimeText } from '../testing/any-time.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

/** Fixed, to repeat failures. Change it to search more. */
const seed = 1;

let database: TestDatabase;
let service: TestNotification;
beforeAll(async () => {
  database = await testDatabase();
  // Another process holds the relay's lease, so the bus repeats no stored event.
  await database.pool.query(
    `INSERT INTO leader_lease VALUES ('outbox-relay', gen_random_uuid(), clock_timestamp() + interval '1 h')`,
  );
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
afterEach(() => database.pool.query('TRUNCATE event, outbox, dead_letter CASCADE'));

const anEvent = (changes: object) => {
  const projectid = service.projects.demo.id;
  const data = { projectId: projectid, connectionId: 'c', provider: 'hubspot', groupRef: 'g', errors: [] };
  const type = 'connection.error';
  const time = '2026-01-01T00:00:00Z';
  return { specversion: '1.0', id: newId(), source: '/t', type, time, projectid, data, ...changes };
};
const publish = (body: unknown) => service.call('POST', '/events', body, 'publish');
const deadLetters = async () =>
  (await database.pool.query<{ reason: string }>('SELECT reason FROM dead_letter')).rows.map(
    ({ reason }) => reason,
  );

/** In microseconds since 1970, as stored in Postgres, by id. */
async function instants(ids: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await database.pool.query<{ id: string; at: string }>(
    `SELECT event_id AS id, (extract(epoch FROM time) * 1000000)::bigint AS at FROM event
     WHERE event_id = ANY ($1) AND (body::jsonb ->> 'time')::timestamptz = time`,
    [ids],
  );
  return new Map(rows.map(({ id, at }) => [id, BigInt(at)]));
}

const toEvents = (times: readonly TimeText[]) =>
  times.map(({ text, atUs }) => ({ event: anEvent({ time: text }), atUs }));
const expected = (events: ReturnType<typeof toEvents>): Map<string, bigint> =>
  new Map(events.flatMap(({ event, atUs }) => (atUs === undefined ? [] : [[event.id, atUs]])));

test('each text of a time is refused, or stored as the instant that it names', async () => {
  const publishEach = async (times: readonly TimeText[]) => {
    const events = toEvents(times);
    const wrong = events.flatMap(({ atUs }, index) => (atUs === undefined ? [`/${index}/time`] : []));
    const answer = await publish(events.map(({ event }) => event));
    const issues = (answer.body['issues'] ?? []) as { name: string }[];
    expect([answer.status, issues.map(({ name }) => name)]).toEqual([wrong.length === 0 ? 202 : 400, wrong]);
    const right = events.filter(({ atUs }) => atUs !== undefined);
    if (wrong.length > 0 && right.length > 0) await publish(right.map(({ event }) => event));
    expect(await instants(events.map(({ event }) => event.id))).toEqual(expected(events));
  };
  const someTimes = fc.array(anyTimeText, { minLength: 1, maxLength: 30 });
  await fc.assert(fc.asyncProperty(someTimes, publishEach), { numRuns: 40, seed });
  expect(await deadLetters()).toEqual([]);
});

test.each(['structured', 'binary'] as const)(
  'a message of the bus in %s mode is stored as the instant that its time names, or is a dead letter that says so',
  async (mode) => {
    const toMessage = ({ data, ...attributes }: ReturnType<typeof anEvent>) => {
      if (mode === 'structured') {
        return { key: null, value: Buffer.from(JSON.stringify({ ...attributes, data })), headers: {} };
      }
      const headers = Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value]);
      return {
        key: null,
        value: Buffer.from(JSON.stringify(data)),
        headers: Object.fromEntries(headers) as Record<string, string>,
      };
    };
    const times = fc.sample(anyTimeText, { numRuns: 500, seed });
    const events = toEvents(times);
    await service.bus.publish(events.map(({ event }) => toMessage(event)));
    const right = expected(events);
    expect(await instants(events.map(({ event }) => event.id))).toEqual(right);
    const letters = await deadLetters();
    expect(letters).toHaveLength(events.length - right.size);
    expect(new Set(letters).size).toBe(1);
    expect(letters[0]).toMatch(/^time must be a time of RFC 3339/);
  },
);

test('what is accepted is stored, whatever its texts and its data are', async () => {
  const unit = fc.oneof(
    fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
    fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code)),
  );
  const text = (maxLength: number) => fc.string({ unit, maxLength });
  const longest = (unitText: string, length: number) => fc.constant(unitText.repeat(length));
  const word = fc.oneof(text(300), longest('\u{10ffff}', 255), longest('\u{10ffff}', 256), fc.jsonValue());
  const anyChanges = fc.record(
    {
      id: word,
      source: word,
      subject: fc.oneof(text(5_000), fc.jsonValue()),
      datacontenttype: fc.constantFrom('application/json', 'text/json;a=\u0007', 'text/plain'),
      more: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const anyData = fc.dictionary(text(20), fc.oneof(text(50), fc.jsonValue({ maxDepth: 80 })), { maxKeys: 5 });
  const publishOne = async (changes: object, more: object) => {
    const event = anEvent({ source: newId(), ...changes });
    const { status } = await publish({ ...event, data: { ...more, ...event.data } });
    const { rowCount } = await database.pool.query('SELECT FROM event');
    await database.pool.query('WITH gone AS (DELETE FROM outbox) DELETE FROM event');
    expect([status, rowCount]).toEqual(status === 202 ? [202, 1] : [400, 0]);
  };
  await fc.assert(fc.asyncProperty(anyChanges, anyData, publishOne), { numRuns: 150, seed });
  expect(await deadLetters()).toEqual([]);
});
