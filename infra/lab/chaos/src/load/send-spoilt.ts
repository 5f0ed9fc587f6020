import { setTimeout as delay } from 'node:timers/promises';
import { Producer } from '@platformatic/kafka';
import { lifecycleTopic } from '@writ/contracts';
import type { Run } from '../experiment.ts';
import { eventOf } from './publish-events.ts';

type Message = { value: Buffer | null; headers?: Map<Buffer, Buffer | null> };
type Sort = { reason: RegExp; message: (projectId: string, number: number) => Message };

const megabyte = 1_000_000;
const bad = (projectId: string, number: number) =>
  eventOf(projectId, 10_000_000 + number, { atMs: Date.now() });
const half = (projectId: string, number: number): string =>
  JSON.stringify(bad(projectId, number)).slice(0, -2);
const header = (...pairs: readonly (readonly [string, string | null])[]) =>
  new Map(pairs.map(([name, text]) => [Buffer.from(name), text === null ? null : Buffer.from(text)]));

/** Unreadable messages by name, with the expected reason. */
const sorts: Readonly<Record<string, Sort>> = {
  'no-json': { reason: /JSON/, message: (...of) => ({ value: Buffer.from(half(...of)) }) },
  'unknown-type': {
    reason: /type/,
    message: (...of) => ({ value: Buffer.from(JSON.stringify({ ...bad(...of), type: 'contact.born' })) }),
  },
  'too-large': {
    reason: /^The event measures 9\d{5} bytes/,
    message: (...of) => {
      const { data, ...event } = bad(...of);
      const note = 'x'.repeat(900_000);
      return { value: Buffer.from(JSON.stringify({ ...event, data: { ...data, note } })) };
    },
  },
  'no-value': { reason: /empty/, message: () => ({ value: null }) },
  'no-text': { reason: /UTF-8/, message: () => ({ value: Buffer.from([0xff]) }) },
  'null-header': {
    reason: /JSON/,
    message: (...of) => ({ value: Buffer.from(half(...of)), headers: header(['trace', null]) }),
  },
  'attribute-twice': {
    reason: /`ce_id` more than once/,
    message: () => ({ value: Buffer.from('{}'), headers: header(['ce_id', '1'], ['ce_id', '2']) }),
  },
  'many-headers': {
    reason: /^specversion is missing/,
    message: () => ({
      value: Buffer.from('{}'),
      headers: header(...Array.from({ length: 50_000 }, (_, nr) => [String(nr), 'x'] as const)),
    }),
  },
  unpacked: { reason: /^The message measures/, message: () => ({ value: Buffer.alloc(20 * megabyte) }) },
  batch: { reason: /^A batch .* is too large/, message: () => ({ value: Buffer.alloc(90 * megabyte) }) },
};
const names = Object.keys(sorts);

export const spoiltReasons: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries(sorts).map(([name, { reason }]) => [name, reason]),
);

/** Uses another client: ours refuses most of them. */
export async function sendSpoilt(
  { random, record, ground, closing }: Run,
  { count, mostPauseMs }: { count: number; mostPauseMs: number },
): Promise<void> {
  const producer = closing.add(
    new Producer<Buffer, Buffer | null, Buffer, Buffer | null>({
      clientId: 'chaos-spoilt',
      bootstrapBrokers: [...ground.servers.kafka.brokers],
      acks: -1,
    }),
    (opened) => opened.close(),
  );
  for (let number = 0; number < count; number += 1) {
    const name = names[number % names.length] ?? '';
    const sort = sorts[name];
    if (!sort) continue;
    const key = `${name}-${number}`;
    const message = { topic: lifecycleTopic, partition: 0, key: Buffer.from(key) };
    const { offsets = [] } = await producer.send({
      compression: random.pick(['gzip', 'zstd']),
      messages: [{ ...message, ...sort.message(ground.project.id, number) }],
    });
    const offset = String(offsets[0]?.offset);
    record({ kind: 'spoilt', atMs: Date.now(), key: name === 'batch' ? `batch-${offset}` : key });
    await delay(random.integer(0, mostPauseMs));
  }
}
