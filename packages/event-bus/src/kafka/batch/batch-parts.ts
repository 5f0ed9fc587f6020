import type { PackedBatch } from 'kafkajs';
import type { BusMessage } from '../../event-bus.ts';
import { refusedMessage, type Refused } from '../../lifecycle-event/refused-message.ts';
import type { Memory } from './memory.ts';
import { bytesOfRecord, measureBatch, openBatch } from './open-batch.ts';
import { toBusMessage } from './to-bus-message.ts';

/** Covers everything up to `lastOffset`; may have no messages. */
type Part = { messages: BusMessage[]; lastOffset: string };

type Fetched = { topic: string; partition: number; fetchedOffset: string; messages: readonly PackedBatch[] };

/** A larger commit is no cheaper. */
const mostBytesOfPart = 1_000_000;

/**
 * The messages of some batches in parts of a megabyte. A batch is unpacked when its turn comes and `memory`
 * has room, which is returned when the next part is requested. A batch that is broken or too large becomes
 * one message with the reason.
 */
export async function* partsOf(fetched: Fetched, memory: Memory): AsyncGenerator<Part> {
  const { messages: batches, ...from } = fetched;
  const part = collectPart();
  let held = 0;
  const letGo = (): void => {
    memory.giveBack(held);
    held = 0;
  };
  try {
    for (const batch of batches) {
      const measured = await measureBatch(batch);
      if ('bytes' in measured) {
        if (!memory.tryTake(measured.bytes)) {
          yield* part.taken();
          letGo();
          await memory.take(measured.bytes);
        }
        held += measured.bytes;
      }
      for (const { message, bytes } of await messagesOf(batch, measured, from)) {
        part.add(message, bytes);
        if (part.isFull()) yield* part.taken();
      }
      part.endsAt(batch.offset);
      if (part.isFull()) yield* part.taken();
      if (part.isEmpty()) letGo();
    }
    yield* part.taken();
  } finally {
    letGo();
  }
}

type Weighed = { message: BusMessage; bytes: number };

async function messagesOf(
  batch: PackedBatch,
  measured: { bytes: number } | Refused,
  from: Omit<Fetched, 'messages'>,
): Promise<Iterable<Weighed>> {
  const opened = 'bytes' in measured ? await openBatch(batch, measured.bytes) : measured;
  return 'records' in opened ? readable(batch, opened.records(), from) : [refused(batch, opened, from)];
}

function* readable(
  { packed }: PackedBatch,
  records: Iterable<Parameters<typeof toBusMessage>[1]>,
  { topic, partition, fetchedOffset }: Omit<Fetched, 'messages'>,
): Generator<Weighed> {
  for (const record of records) {
    const offset = BigInt(packed.firstOffset) + BigInt(record.offsetDelta);
    // Kafka repeats a whole batch, even if part of it was taken in.
    if (offset < BigInt(fetchedOffset)) continue;
    const message = toBusMessage({ topic, partition, offset: String(offset) }, record);
    yield { message, bytes: bytesOfRecord + record.bytes };
  }
}

function refused(
  { packed }: PackedBatch,
  why: Refused,
  { topic, partition }: Omit<Fetched, 'messages'>,
): Weighed {
  const place = { topic, partition, offset: packed.firstOffset };
  const message = refusedMessage({ ...place, key: null, value: packed.bytes, headers: {} }, why);
  return { message, bytes: message.value.length };
}

function collectPart() {
  let messages: BusMessage[] = [];
  let bytes = 0;
  let lastOffset: string | undefined;
  return {
    add: (message: BusMessage, weight: number): void => {
      messages.push(message);
      bytes += weight;
      lastOffset = message.offset;
    },
    endsAt: (offset: string): void => {
      lastOffset = offset;
    },
    isFull: (): boolean => bytes >= mostBytesOfPart,
    isEmpty: (): boolean => messages.length === 0,
    *taken(): Generator<Part> {
      const part = { messages, lastOffset };
      messages = [];
      bytes = 0;
      lastOffset = undefined;
      if (part.lastOffset !== undefined) yield { ...part, lastOffset: part.lastOffset };
    },
  };
}
