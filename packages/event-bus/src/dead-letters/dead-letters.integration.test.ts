import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import type { BusMessage, OutgoingMessage } from '../event-bus.ts';
import { addDeadLetters } from './add-dead-letters.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { replayDeadLetters } from './replay-dead-letters.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
afterEach(() => database.pool.query('TRUNCATE dead_letter'));

const aMessage = (text: string): BusMessage => ({
  topic: 't',
  partition: 3,
  offset: '9007199254740993',
  key: 'k',
  headers: { ce_type: 'x' },
  value: Buffer.from(text),
});
const letter = (text: string) => ({ message: aMessage(text), reason: `${text} is wrong` });

function recordingBus() {
  const published: OutgoingMessage[] = [];
  return {
    published,
    publish: (batch: readonly OutgoingMessage[]) => Promise.resolve(void published.push(...batch)),
  };
}

test('a dead letter is listed as it came', async () => {
  const bytes = Buffer.from([0x00, 0xff, 0x7b, 0x5c]);
  const withoutPlace = { topic: 't', key: null, headers: {}, value: bytes };
  await addDeadLetters(database.pool, [letter('one'), { message: withoutPlace, reason: 'unreadable' }]);
  const letters = await listDeadLetters(database.pool, { limit: 10 });
  expect(letters.map(({ message, reason }) => ({ message, reason }))).toEqual([
    { message: aMessage('one'), reason: 'one is wrong' },
    { message: withoutPlace, reason: 'unreadable' },
  ]);
});

test('text that Postgres cannot store does not keep a letter out', async () => {
  const message = { ...aMessage('x'), key: 'a\u0000b', headers: { 'h\u0000': '\ud800"\\' } };
  await addDeadLetters(database.pool, [{ message, reason: 'bad \u0000' }]);
  const [listed] = await listDeadLetters(database.pool, { limit: 1 });
  expect(listed).toMatchObject({
    reason: 'bad \uFFFD',
    message: { key: 'a\uFFFDb', headers: { 'h\uFFFD': '\uFFFD"\\' } },
  });
});

test('a message that the bus hands over again is one dead letter; another at its place is a second', async () => {
  for (const text of ['one', 'one', 'other']) await addDeadLetters(database.pool, [letter(text)]);
  await addDeadLetters(database.pool, [letter('one'), letter('one')]);
  const letters = await listDeadLetters(database.pool, { limit: 10 });
  expect(letters.map(({ reason }) => reason)).toEqual(['one is wrong', 'other is wrong']);
});

test('a replay publishes each letter once, oldest first, and marks it', async () => {
  const texts = Array.from({ length: 45 }, (_, number) => `letter ${number}`);
  for (const text of texts) await addDeadLetters(database.pool, [letter(text)]);
  const bus = recordingBus();
  expect(await replayDeadLetters(database.pool, bus, {})).toBe(45);
  expect(bus.published.map(({ value }) => value.toString())).toEqual(texts);
  expect(bus.published[0]).toEqual({ key: 'k', headers: { ce_type: 'x' }, value: Buffer.from('letter 0') });
  expect(await replayDeadLetters(database.pool, bus, {})).toBe(0);
  expect(await listDeadLetters(database.pool, { limit: 100 })).toEqual([]);
  const replayed = await listDeadLetters(database.pool, { limit: 100, withReplayed: true });
  expect(replayed.every(({ replayTime }) => replayTime instanceof Date)).toBe(true);
});

test('a replay does not take up what it puts back itself', async () => {
  await addDeadLetters(database.pool, [letter('stubborn')]);
  const anew = { ...letter('stubborn'), message: { ...aMessage('stubborn'), offset: '9007199254740994' } };
  const bus = { publish: () => addDeadLetters(database.pool, [anew]) };
  expect(await replayDeadLetters(database.pool, bus, {})).toBe(1);
  expect(await listDeadLetters(database.pool, { limit: 10 })).toHaveLength(1);
});

test('a replay that the bus refuses leaves the letters for the next one', async () => {
  await addDeadLetters(database.pool, [letter('one')]);
  const refusing = { publish: () => Promise.reject(new Error('down')) };
  await expect(replayDeadLetters(database.pool, refusing, {})).rejects.toThrow('down');
  expect(await replayDeadLetters(database.pool, recordingBus(), {})).toBe(1);
});

test('letters are found by id, by time and page by page', async () => {
  await addDeadLetters(database.pool, ['a', 'b', 'c'].map(letter));
  const [first, ...rest] = await listDeadLetters(database.pool, { limit: 10 });
  const next = await listDeadLetters(database.pool, { limit: 1, after: first!.id });
  expect(next.map(({ id }) => id)).toEqual([rest[0]!.id]);
  expect(await listDeadLetters(database.pool, { limit: 10, createdBefore: first!.createTime })).toEqual([]);
  expect(await listDeadLetters(database.pool, { limit: 10, createdFrom: first!.createTime })).toHaveLength(3);
  const bus = recordingBus();
  expect(await replayDeadLetters(database.pool, bus, { ids: [rest[1]!.id] })).toBe(1);
  expect(bus.published.map(({ value }) => value.toString())).toEqual(['c']);
});
