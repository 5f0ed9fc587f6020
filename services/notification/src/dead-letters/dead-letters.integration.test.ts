import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { DeadLetterKind } from '@writ/contracts';
import { newId } from '@writ/db';
import { addDeadLetters, type BusMessage } from '@writ/event-bus';
import { behindRow, eventually, testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

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
beforeEach(() => database.pool.query('TRUNCATE dead_letter'));

type Letter = Record<string, unknown> & { id: string };
const get = (path = '') => service.callAsAdmin('GET', `/dead-letters${path}`);
const act = (id: string, verb: 'replay' | 'discard') => () =>
  service.callAsAdmin('POST', `/dead-letters/${id}:${verb}`);
const letters = async (query = ''): Promise<Letter[]> => (await get(query)).body['results'] as Letter[];

const anEvent = (changes: object = {}) => {
  const projectid = service.projects.demo.id;
  const data = { projectId: projectid, connectionId: 'c', provider: 'hubspot', groupRef: 'g', errors: [] };
  const facts = { specversion: '1.0', id: newId(), source: '/t', type: 'connection.error', projectid };
  return { ...facts, time: '2026-01-01T00:00:00Z', data, ...changes };
};

let offset = 0;
/** A message that could not be read at first. */
async function died(value: Buffer | string | object, from: Partial<BusMessage> = {}, kind?: DeadLetterKind) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const message = {
    topic: 'lifecycle-events',
    partition: 2,
    offset: String((offset += 1)),
    key: 'k',
    headers: {},
    value: Buffer.isBuffer(value) ? value : Buffer.from(text),
    ...from,
  };
  await addDeadLetters(database.pool, [{ message, kind: kind ?? 'invalid', reason: 'as it was' }]);
  return (await letters('?pageSize=1'))[0]!.id;
}

const eventsOf = async ({ id }: { id: string }) =>
  (await database.pool.query('SELECT FROM event WHERE event_id = $1', [id])).rowCount;
const published = async () => (await database.pool.query('SELECT FROM outbox')).rowCount === 0;

test('a letter tells where it came from, why, when, and byte by byte what it said', async () => {
  await service.bus.publish([{ key: null, value: Buffer.from('{"half": "a '), headers: { from: 'eu' } }]);
  const [letter] = await letters();
  expect(letter).toEqual({
    id: expect.any(String),
    status: 'waiting',
    reasonKind: 'unreadable',
    reason: 'The message is not JSON.',
    topic: 'lifecycle-events',
    bytes: 12,
    createTime: expect.any(String),
  });
  expect((await get(`/${letter!.id}`)).body).toEqual({
    ...letter,
    headers: { from: 'eu' },
    payload: { encoding: 'utf-8', content: '{"half": "a ', complete: true },
  });
  const placed = await died('x', { partition: 3, offset: '9007199254740993', key: 'a key' });
  const place = { partition: 3, offset: '9007199254740993', key: 'a key' };
  expect((await get(`/${placed}`)).body).toMatchObject(place);
});

const kilobyte = 1_024;
test.each<[string, Buffer, object]>([
  ['no text', Buffer.from([0xff, 0x00, 0x7b]), { encoding: 'base64', content: '/wB7', complete: true }],
  [
    'a page with a script, U+0000 and a mark of byte order',
    Buffer.from('\ufeff<script>\u0000\u2028</script>'),
    { encoding: 'utf-8', content: '\ufeff<script>\u0000\u2028</script>', complete: true },
  ],
  [
    'of 900 kB, cut within a character',
    Buffer.from(`x${'ß'.repeat(450 * kilobyte)}`),
    { encoding: 'utf-8', content: `x${'ß'.repeat(128 * kilobyte - 1)}`, complete: false },
  ],
  ['empty', Buffer.alloc(0), { encoding: 'utf-8', content: '', complete: true }],
])('a payload that is %s is shown safely', async (_, value, payload) => {
  const id = await died(value);
  const { status, type, body } = await get(`/${id}`);
  expect([status, type]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body).toMatchObject({ bytes: value.length, payload });
});

test('what is told beside the payload is bounded, too, and so is a list of large ones', async () => {
  const headers = Object.fromEntries(Array.from({ length: 200 }, (_, nr) => [`h${nr}`, 'v'.repeat(5_000)]));
  const id = await died('x'.repeat(900 * kilobyte), { key: 'k'.repeat(50_000), headers });
  const { body } = await get(`/${id}`);
  const told = Object.values(body['headers'] as Record<string, string>);
  expect([told.length, told[0]!.length, String(body['key']).length]).toEqual([100, 1_001, 1_001]);
  expect(JSON.stringify(await letters()).length).toBeLessThan(2_000);
  const errors = Array.from({ length: 50_000 }, () => 1);
  await service.bus.publish([
    { key: 'k', headers: {}, value: Buffer.from(JSON.stringify(anEvent({ data: { errors } }))) },
  ]);
  expect((await letters())[0]!['reason']).toMatch(/; and \d+ more$/);
});

test('the list is paged, newest first, and narrowed by status, kind of reason, topic and time', async () => {
  const [first, second, third] = [
    await died('a', {}, 'unreadable'),
    await died('b', { topic: 'elsewhere' }, 'too-large'),
    await died(anEvent(), {}, 'unacceptable'),
  ];
  // Old, but not due for removal by the new service.
  await database.pool.query("UPDATE dead_letter SET create_time = now() - interval '2 days' WHERE id = $1", [
    first,
  ]);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await act(third, 'replay')();
  const idsOf = async (query: string) => (await letters(query)).map(({ id }) => id);
  expect(await idsOf('')).toEqual([third, second, first]);
  expect(await idsOf('?status=replayed')).toEqual([third]);
  expect(await idsOf('?status=waiting')).toEqual([second, first]);
  expect(await idsOf('?reasonKind=too-large')).toEqual([second]);
  expect(await idsOf('?topic=elsewhere')).toEqual([second]);
  expect(await idsOf(`?since=${yesterday}`)).toEqual([third, second]);
  expect(await idsOf(`?until=${yesterday}`)).not.toContain(second);
  const page = (await get('?pageSize=2')).body as {
    results: Letter[];
    pagination: { nextPageToken: string };
  };
  expect(page.results).toHaveLength(2);
  const next = `?pageSize=2&pageToken=${page.pagination.nextPageToken}`;
  expect((await get(next)).body).toMatchObject({ results: [{ id: first }], pagination: { done: true } });
  expect((await get(`${next}&topic=elsewhere`)).status).toBe(400);
  const wrong = await get('?status=dead&since=yesterday&colour=red');
  expect([wrong.status, (wrong.body['issues'] as object[]).length]).toEqual([400, 3]);
});

test('what can be read by now is put back once, and taken in as if it had just arrived', async () => {
  const event = anEvent();
  const id = await died(event);
  const { status, body } = await act(id, 'replay')();
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ id, status: 'replayed', replayTime: expect.any(String) }),
  ]);
  await eventually(async () => (await eventsOf(event)) === 1);
  const again = await act(id, 'replay')();
  expect([again.status, again.body['type']]).toEqual([409, expect.stringMatching(/already-replayed$/)]);
  expect(await letters('?status=waiting')).toEqual([]);
});

test('of two replays at once one is done; one and a discard are both told the truth', async () => {
  const both = anEvent();
  const id = await died(both);
  const calls = (of: string, ...verbs: ('replay' | 'discard')[]) =>
    behindRow(
      database.pool,
      { table: 'dead_letter', id: of },
      verbs.map((verb) => act(of, verb)),
    );
  const answers = await calls(id, 'replay', 'replay');
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect((await calls(await died(anEvent()), 'discard', 'replay')).map(({ status }) => status)).toEqual([
    204, 404,
  ]);
  await eventually(async () => (await eventsOf(both)) === 1);
});

test('a replay that fails again is a letter again, with its new reason', async () => {
  const unread = await died('{"type": 7}', {}, 'unreadable');
  expect((await act(unread, 'replay')()).body).toMatchObject({
    id: unread,
    status: 'waiting',
    reasonKind: 'invalid',
    reason: expect.stringContaining('id is missing'),
  });
  const refused = await died(anEvent({ source: '/refused' }));
  expect((await act(refused, 'replay')()).body).toMatchObject({ status: 'replayed' });
  await eventually(published);
  const anew = (await letters('?status=waiting')).filter(({ id }) => id !== unread);
  expect(anew).toMatchObject([
    { reasonKind: 'unacceptable', reason: expect.stringContaining('database cannot hold it') },
  ]);
});

test('one that is discarded is gone', async () => {
  const id = await died('x');
  expect((await act(id, 'discard')()).status).toBe(204);
  for (const answer of [await act(id, 'discard')(), await act(id, 'replay')(), await get(`/${id}`)])
    expect([answer.status, answer.body['issues']]).toEqual([
      404,
      [expect.objectContaining({ in: 'path', name: 'deadLetterId', value: id })],
    ]);
  expect((await get('/none')).status).toBe(404);
});

test('they are for administrators alone', async () => {
  const id = await died('x');
  for (const path of ['', `/${id}`, `/${id}:replay`, `/${id}:discard`]) {
    const method = path.includes(':') ? 'POST' : 'GET';
    const { status } = await service.callAsAdmin(method, `/dead-letters${path}`, 'manage');
    expect([path, status]).toEqual([path, 403]);
  }
  expect(await letters()).toHaveLength(1);
});
