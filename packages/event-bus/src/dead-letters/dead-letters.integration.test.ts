import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import type { BusMessage } from '../event-bus.ts';
import { refusedMessage, whyRefused } from '../lifecycle-event/refused-message.ts';
import { structuredHeaders, toOutboxLine } from '../outbox/outbox-line.ts';
import { readOutbox } from '../outbox/outbox-rows.ts';
import { anEvent } from '../testing/test-events.ts';
import { addDeadLetters } from './add-dead-letters.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { replayDeadLetters } from './replay-dead-letters.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => database.close());
const unnoted = () => Promise.resolve();
afterEach(() => database.pool.query('TRUNCATE dead_letter, outbox'));

const aMessage = (text: string): BusMessage => ({
  topic: 't',
  partition: 3,
  offset: '9007199254740993',
  key: 'k',
  headers: { ce_type: 'x' },
  value: Buffer.from(text),
});
const letter = (text: string) => ({
  message: aMessage(text),
  kind: 'unreadable' as const,
  reason: `${text} is wrong`,
});

/** A letter that has become readable since. */
const readable = (number: number) => {
  const { key, body } = toOutboxLine(anEvent('d', number));
  const event = { ...(JSON.parse(body) as object), time: '2026-11-21T10:15:30.123Z' };
  const message = { ...aMessage(JSON.stringify(event)), key, headers: structuredHeaders };
  return { message, kind: 'invalid' as const, reason: `${number} was not understood` };
};
const outbox = async () => {
  const rows = await readOutbox(database.pool, { maxRows: 1_000, maxBytes: 10_000_000 });
  return rows.map(({ key, body }) => ({ key, ...(JSON.parse(body) as { id: string; data: object }) }));
};

test('a dead letter is listed as it came', async () => {
  const bytes = Buffer.from([0x00, 0xff, 0x7b, 0x5c]);
  const withoutPlace = { topic: 't', key: null, headers: {}, value: bytes };
  await addDeadLetters(database.pool, [
    letter('one'),
    { message: withoutPlace, kind: 'invalid', reason: 'no id' },
  ]);
  const letters = await listDeadLetters(database.prisma, { limit: 10 });
  expect(letters.map(({ message, kind, reason }) => ({ message, kind, reason }))).toEqual([
    { message: aMessage('one'), kind: 'unreadable', reason: 'one is wrong' },
    { message: withoutPlace, kind: 'invalid', reason: 'no id' },
  ]);
});

test('text that Postgres cannot store does not keep a letter out', async () => {
  const message = { ...aMessage('x'), key: 'a\u0000b', headers: { 'h\u0000': '\ud800"\\' } };
  await addDeadLetters(database.pool, [{ message, kind: 'invalid', reason: 'bad \u0000' }]);
  const [listed] = await listDeadLetters(database.prisma, { limit: 1 });
  expect(listed).toMatchObject({
    reason: 'bad \uFFFD',
    message: { key: 'a\uFFFDb', headers: { 'h\uFFFD': '\uFFFD"\\' } },
  });
});

test('a message that the bus hands over again is one dead letter; another at its place is a second', async () => {
  for (const text of ['one', 'one', 'other']) await addDeadLetters(database.pool, [letter(text)]);
  await addDeadLetters(database.pool, [letter('one'), letter('one')]);
  const letters = await listDeadLetters(database.prisma, { limit: 10 });
  expect(letters.map(({ reason }) => reason)).toEqual(['one is wrong', 'other is wrong']);
});

test('a replay puts each letter into the outbox once, oldest first, and marks it', async () => {
  const letters = Array.from({ length: 45 }, (_, number) => readable(number));
  for (const one of letters) await addDeadLetters(database.pool, [one]);
  expect(await replayDeadLetters(database, undefined, unnoted)).toEqual({ replayed: 45, unreadable: [] });
  expect(await outbox()).toEqual(
    letters.map(({ message }) => ({ key: message.key, ...(JSON.parse(String(message.value)) as object) })),
  );
  expect(await replayDeadLetters(database, undefined, unnoted)).toEqual({ replayed: 0, unreadable: [] });
  expect(await listDeadLetters(database.prisma, { limit: 100 })).toEqual([]);
  const replayed = await database.prisma.deadLetter.findMany();
  expect(replayed).toHaveLength(45);
  expect(replayed.every(({ replayTime }) => replayTime instanceof Date)).toBe(true);
});

test('a letter whose key no broker takes is replayed with the key that the event has by itself', async () => {
  const { message, ...why } = readable(1);
  const key = '\uFFFD'.repeat(350_000);
  await addDeadLetters(database.pool, [{ ...why, message: { ...message, key } }]);
  expect((await replayDeadLetters(database, undefined, unnoted)).replayed).toBe(1);
  expect((await outbox()).map((line) => line.key)).toEqual([message.key]);
});

test('what still cannot be read is told, and stays a letter with its reason of now', async () => {
  await addDeadLetters(database.pool, [letter('stubborn'), readable(1)]);
  const { replayed, unreadable } = await replayDeadLetters(database, undefined, unnoted);
  const left = await listDeadLetters(database.prisma, { limit: 10 });
  expect({ replayed, unreadable }).toEqual({
    replayed: 1,
    unreadable: [{ id: left[0]?.id, reason: expect.stringContaining('JSON') as unknown }],
  });
  expect(left).toMatchObject([{ kind: 'unreadable', reason: 'The message is not JSON.' }]);
  expect(await outbox()).toHaveLength(1);
});

test.each(['unreadable', 'too-large'] as const)(
  'what the bus refused as %s stays a letter that says why, although its bytes tell nothing of it',
  async (kind) => {
    const message = refusedMessage(
      { topic: 't', partition: 3, offset: '17', key: null, value: Buffer.from('{}'), headers: {} },
      { kind, reason: 'The batch is broken.' },
    );
    await addDeadLetters(database.pool, [{ message, ...whyRefused(message)! }]);
    await replayDeadLetters(database, undefined, unnoted);
    expect(await listDeadLetters(database.prisma, { limit: 10 })).toMatchObject([
      { message, kind, reason: 'The batch is broken.' },
    ]);
  },
);

test('letters are found by id and page by page', async () => {
  await addDeadLetters(database.pool, ['a', 'b', 'c'].map(letter));
  const [first, ...rest] = await listDeadLetters(database.prisma, { limit: 10 });
  const next = await listDeadLetters(database.prisma, { limit: 1, after: first!.id });
  expect(next.map(({ id }) => id)).toEqual([rest[0]!.id]);
  const { unreadable } = await replayDeadLetters(database, rest[1]!.id, unnoted);
  expect(unreadable.map(({ id }) => id)).toEqual([rest[1]!.id]);
});
