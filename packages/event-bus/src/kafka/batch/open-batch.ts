import type { PackedBatch } from 'kafkajs';
import type { Refused } from '../../lifecycle-event/refused-message.ts';
import { readRecords, type Record as KafkaRecord } from './read-records.ts';
import { codecs } from './unpack.ts';

/** For all batches of a process; a larger batch is refused. */
export const mostUnpackedBytes = 64 * 1_024 * 1_024;
/** Overhead of a record, so that batches of empty records are bounded, too. */
export const bytesOfRecord = 256;

const countBytes = 4;

/** Unpacked size of a batch, or why it is refused. */
export const measureBatch = (batch: PackedBatch): Promise<{ bytes: number } | Refused> =>
  orRefused(batch, async () => {
    const { packed } = batch;
    const bytes = await codecOf(packed).measure(packed.records.subarray(countBytes), mostUnpackedBytes);
    return bytes > mostUnpackedBytes ? tooLarge(batch) : { bytes };
  });

/** The records of a measured batch; a broken one is refused as a whole. */
export const openBatch = (
  batch: PackedBatch,
  bytes: number,
): Promise<{ records: () => Iterable<KafkaRecord> } | Refused> =>
  orRefused(batch, async () => {
    const { packed } = batch;
    const count = packed.records.readInt32BE(0);
    if (bytes + count * bytesOfRecord > mostUnpackedBytes) return tooLarge(batch);
    const unpacked = await codecOf(packed).unpack(packed.records.subarray(countBytes), bytes);
    const records = () => readRecords(unpacked, count);
    for (const _ of records());
    return { records };
  });

function codecOf({ codec }: PackedBatch['packed']) {
  if (codec === -1) throw new Error('Its format is older than Kafka 0.11, or broken');
  const known = codecs[codec];
  if (!known) throw new Error(`Compression of type ${codec} is not known`);
  return known;
}

async function orRefused<T>(batch: PackedBatch, read: () => Promise<T | Refused>): Promise<T | Refused> {
  try {
    return await read();
  } catch (error) {
    const why = Error.isError(error) ? error.message : String(error);
    return { kind: 'unreadable', reason: `${rangeOf(batch)} cannot be decoded: ${why}.` };
  }
}

const tooLarge = (batch: PackedBatch): Refused => ({
  kind: 'too-large',
  reason: `${rangeOf(batch)} is too large: unpacked it takes more than ${mostUnpackedBytes} bytes.`,
});

const rangeOf = ({ offset, packed }: PackedBatch): string =>
  `A batch of messages, of the offsets ${packed.firstOffset} to ${offset},`;
