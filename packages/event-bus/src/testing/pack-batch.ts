import { promisify } from 'node:util';
import { gzip, zstdCompress } from 'node:zlib';
import type { PackedBatch } from 'kafkajs';
import { compressFrame } from 'lz4-napi';
import snappy from 'snappy';

/** What publishers compress by, under the number that a batch has for it. */
export const compressions: readonly {
  name: string;
  codec: number;
  pack: (bytes: Buffer) => Promise<Buffer>;
}[] = [
  { name: 'nothing', codec: 0, pack: (bytes) => Promise.resolve(bytes) },
  { name: 'gzip', codec: 1, pack: promisify(gzip) },
  { name: 'snappy', codec: 2, pack: (bytes) => snappy.compress(bytes) },
  { name: 'snappy in frames', codec: 2, pack: framed },
  { name: 'lz4', codec: 3, pack: (bytes) => compressFrame(bytes) },
  { name: 'zstd', codec: 4, pack: promisify(zstdCompress) },
];

/** As clients in Java write it. */
async function framed(bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from('82534e4150505900' + '00000001' + '00000001', 'hex')];
  for (let at = 0; at < bytes.length; at += 32_768) {
    const block = await snappy.compress(bytes.subarray(at, at + 32_768));
    const length = Buffer.alloc(4);
    length.writeInt32BE(block.length);
    parts.push(length, block);
  }
  return Buffer.concat(parts);
}

type Bytes = Buffer | string | null;
export type Sent = { key?: Bytes; value: Bytes; headers?: readonly (readonly [Bytes, Bytes])[] };

/** The records of a batch as they are before they are compressed. */
export const recordsOf = (sent: readonly Sent[]): Buffer =>
  Buffer.concat(
    sent.flatMap(({ key = null, value, headers = [] }, nr) => {
      const told = headers.flatMap(([name, text]) => [withLength(name), withLength(text)]);
      const record = Buffer.concat([
        Buffer.from([0]),
        varInt(0),
        varInt(nr),
        withLength(key),
        withLength(value),
        varInt(headers.length),
        ...told,
      ]);
      return [varInt(record.length), record];
    }),
  );

/** A batch as the client hands it over. @param packed compressed records, and how many they are said to be */
export function packedBatch(packed: {
  codec: number;
  bytes: Buffer;
  count: number;
  first?: number;
}): PackedBatch {
  const { codec, bytes, count, first = 0 } = packed;
  const length = Buffer.alloc(4);
  length.writeInt32BE(count);
  const records = Buffer.concat([length, bytes]);
  return {
    offset: String(first + count - 1),
    packed: { firstOffset: String(first), codec, records, bytes: Buffer.concat([Buffer.alloc(57), records]) },
  };
}

const withLength = (text: Bytes): Buffer => {
  if (text === null) return varInt(-1);
  const bytes = Buffer.from(text);
  return Buffer.concat([varInt(bytes.length), bytes]);
};

/** In zigzag form, seven bits a byte. */
export function varInt(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
