import { describe, expect, test } from '@jest/globals';
import type { PackedBatch } from 'kafkajs';
import { parseLifecycleEvent } from '../../lifecycle-event/parse-lifecycle-event.ts';
import { compressions, packedBatch, recordsOf, varInt, type Sent } from '../../testing/pack-batch.ts';
import { partsOf } from './batch-parts.ts';
import { createMemory } from './memory.ts';
import { mostUnpackedBytes } from './open-batch.ts';

const [nothing, gzip] = [compressions[0]!, compressions[1]!];

type Packed = { sent: readonly Sent[]; first?: number; by?: (typeof compressions)[number] };
const batchOf = async ({ sent, first, by = nothing }: Packed) => {
  const bytes = await by.pack(recordsOf(sent));
  return packedBatch({ codec: by.codec, bytes, count: sent.length, ...(first !== undefined && { first }) });
};

/** Everything that comes of batches, part by part. */
async function handedOn(
  messages: readonly PackedBatch[],
  { from = '0', memory = createMemory(mostUnpackedBytes) } = {},
) {
  const parts = [];
  for await (const part of partsOf({ topic: 't', partition: 1, fetchedOffset: from, messages }, memory))
    parts.push(part);
  return parts;
}
const messagesIn = async (...given: Parameters<typeof handedOn>) =>
  (await handedOn(...given)).flatMap(({ messages }) => messages);
const reasonOf = (message: Parameters<typeof parseLifecycleEvent>[0]) => {
  const parsed = parseLifecycleEvent(message);
  return 'reason' in parsed ? [parsed.kind, parsed.reason] : [];
};

test('messages keep their order and their places, however their batches are compressed', async () => {
  const batches = await Promise.all(
    compressions.map((by, nr) =>
      batchOf({ sent: [{ value: `${nr}a` }, { value: `${nr}b` }], first: 10 * nr, by }),
    ),
  );
  const messages = await messagesIn(batches);
  expect(messages.map(({ offset, value }) => `${offset}: ${value.toString()}`)).toEqual(
    compressions.flatMap((_, nr) => [`${10 * nr}: ${nr}a`, `${10 * nr + 1}: ${nr}b`]),
  );
  expect(messages[0]).toMatchObject({ topic: 't', partition: 1, key: null });
});

test('of a batch that was taken in up to its middle the rest is handed on, and of one whose end was removed its end', async () => {
  const batch = await batchOf({ sent: ['a', 'b', 'c'].map((value) => ({ value })) });
  const [part] = await handedOn([{ ...batch, offset: '7' }], { from: '1' });
  expect([part?.messages.map(({ offset }) => offset), part?.lastOffset]).toEqual([['1', '2'], '7']);
  expect(await handedOn([{ ...batch, offset: '7' }], { from: '3' })).toEqual([
    { messages: [], lastOffset: '7' },
  ]);
});

test('what is large comes in parts of about a megabyte; what is small comes together', async () => {
  const large = await batchOf({
    sent: Array.from({ length: 105 }, () => ({ value: 'x'.repeat(100_000) })),
    by: gzip,
  });
  const parts = await handedOn([large]);
  expect(parts.map(({ messages }) => messages.length)).toEqual([...Array<number>(10).fill(10), 5]);
  expect(parts.map(({ lastOffset }) => lastOffset)).toEqual([
    ...parts.slice(0, -1).map((_, nr) => String(10 * nr + 9)),
    '104',
  ]);
  const small = await Promise.all([0, 1, 2].map((first) => batchOf({ sent: [{ value: 'x' }], first })));
  expect(await handedOn(small)).toHaveLength(1);
});

describe('what Kafka allows of a message', () => {
  const messageOf = async (sent: Sent) => (await messagesIn([await batchOf({ sent: [sent] })]))[0]!;

  test.each<[string, Sent, object]>([
    ['no value', { value: null }, { value: Buffer.alloc(0) }],
    [
      'a header without a value',
      {
        value: 'v',
        headers: [
          ['a', null],
          ['b', 'x'],
        ],
      },
      { headers: { b: 'x' } },
    ],
    [
      'a header that is repeated',
      {
        value: 'v',
        headers: [
          ['a', '1'],
          ['a', '2'],
        ],
      },
      { headers: { a: '2' } },
    ],
    [
      'a header whose last value is none',
      {
        value: 'v',
        headers: [
          ['a', '1'],
          ['a', null],
        ],
      },
      { headers: {} },
    ],
    ['a header without a name', { value: 'v', headers: [['', '1']] }, { headers: { '': '1' } }],
    [
      'no UTF-8',
      { key: Buffer.from([0xff]), value: Buffer.from([0xfe]) },
      { key: '\uFFFD', value: Buffer.from([0xfe]) },
    ],
    ['an empty key', { key: '', value: 'v' }, { key: '' }],
  ])('%s is handed on', async (_, sent, message) => {
    expect(await messageOf(sent)).toMatchObject(message);
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'a header named %s is one like others',
    async (name) => {
      const { headers } = await messageOf({ value: 'v', headers: [[name, '1']] });
      expect(Object.entries(headers)).toEqual([[name, '1']]);
    },
  );

  test('an attribute that is there twice has no value', async () => {
    const message = await messageOf({
      value: '{}',
      headers: [
        ['ce_id', '1'],
        ['ce_id', '2'],
      ],
    });
    expect(reasonOf(message)).toEqual(['unreadable', 'The message has the header `ce_id` more than once.']);
  });

  test('a hundred thousand headers are read in the time of a moment', async () => {
    const headers = Array.from({ length: 100_000 }, (_, nr) => [String(nr), 'x'] as const);
    expect(Object.keys((await messageOf({ value: 'v', headers })).headers)).toHaveLength(100_000);
  });

  test.each<[string, Sent]>([
    ['value', { key: 'k', value: 'x'.repeat(2_000_000) }],
    ['key', { key: 'k'.repeat(2_000_000), value: 'x' }],
    ['header', { value: 'x', headers: [['h', 'x'.repeat(2_000_000)]] }],
  ])('one whose %s is over a megabyte is handed on as its beginning and a reason', async (_, sent) => {
    const message = await messageOf(sent);
    expect(reasonOf(message)).toEqual([
      'too-large',
      expect.stringMatching(/^The message measures 20000\d\d bytes; 262144 are allowed\./),
    ]);
    const { key, value, headers } = message;
    expect(JSON.stringify({ key, headers }).length + value.length).toBeLessThan(300_000);
  });
});

describe('a batch that cannot be read is one message that says which offsets it has, beside all others', () => {
  const beside = () => Promise.all([0, 90].map((first) => batchOf({ sent: [{ value: 'good' }], first })));
  const spoilt = (bytes: Buffer, { codec = 0, count = 3 } = {}) =>
    packedBatch({ codec, bytes, count, first: 40 });
  const threeRecords = recordsOf([{ value: 'a' }, { value: 'b' }, { value: 'c' }]);
  const tooLarge = async () => gzip.pack(recordsOf([{ value: Buffer.alloc(mostUnpackedBytes) }]));

  test.each<[string, () => PackedBatch | Promise<PackedBatch>, [string, RegExp]]>([
    [
      'by a codec that nobody knows',
      () => spoilt(threeRecords, { codec: 7 }),
      ['unreadable', /type 7 is not known/],
    ],
    ['in an old format', () => spoilt(threeRecords, { codec: -1 }), ['unreadable', /format/]],
    ['of broken bytes', () => spoilt(threeRecords, { codec: 1 }), ['unreadable', /incorrect header check/]],
    ['that lacks records', () => spoilt(threeRecords, { count: 4 }), ['unreadable', /out of range/]],
    [
      'whose record has a length that leads out of it',
      () => spoilt(varInt(1_000_000)),
      ['unreadable', /leads out/],
    ],
    ['whose record has a negative length', () => spoilt(varInt(-7)), ['unreadable', /leads out/]],
    [
      'of very many records',
      async () => spoilt(await gzip.pack(Buffer.alloc(2_000_000)), { codec: 1, count: 2_000_000 }),
      ['too-large', /67108864 bytes/],
    ],
    [
      'that unpacks to too much',
      async () => spoilt(await tooLarge(), { codec: 1, count: 1 }),
      ['too-large', /67108864 bytes/],
    ],
  ])('%s', async (_, make, [kind, why]) => {
    const [before, after] = await beside();
    const batch = await make();
    const parts = await handedOn([before!, batch, after!]);
    const messages = parts.flatMap((part) => part.messages);
    expect(messages.map(({ offset }) => offset)).toEqual(['0', '40', '90']);
    expect(reasonOf(messages[1]!)).toEqual([
      kind,
      expect.stringContaining(`of the offsets 40 to ${batch.offset},`),
    ]);
    expect(reasonOf(messages[1]!)[1]).toMatch(why);
    expect(messages[1]!.value).toEqual(batch.packed.bytes);
    expect(parts.at(-1)?.lastOffset).toBe('90');
  });
});

describe('memory', () => {
  const batches = async (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, nr) =>
        batchOf({ sent: [{ value: 'x'.repeat(900) }], first: nr, by: gzip }),
      ),
    );

  test('bounds the bytes unpacked at the same time; a waiting caller holds none, and all messages arrive', async () => {
    const memory = createMemory(1_000);
    const all = await Promise.all([1, 2, 3].map(async () => messagesIn(await batches(5), { memory })));
    expect(all.map((messages) => messages.map(({ offset }) => offset))).toEqual(
      Array(3).fill(['0', '1', '2', '3', '4']),
    );
    expect(memory.tryTake(1_000)).toBe(true);
  });

  test('who stops reading gives everything back', async () => {
    const memory = createMemory(2_000);
    const fetched = { topic: 't', partition: 1, fetchedOffset: '0', messages: await batches(5) };
    for await (const _ of partsOf(fetched, memory)) break;
    expect(memory.tryTake(2_000)).toBe(true);
  });
});
