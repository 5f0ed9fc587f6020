import { createGunzip, createZstdDecompress } from 'node:zlib';
import { lz4Measure, lz4Unpack } from './lz4.ts';
import { snappyMeasure, snappyUnpack } from './snappy.ts';

/** Both throw if the bytes are broken. */
type Codec = {
  /** Unpacked size, without holding it; above `most`, any larger number. */
  measure: (bytes: Buffer, most: number) => number | Promise<number>;
  /** @param size as measured: nothing larger is allocated */
  unpack: (bytes: Buffer, size: number) => Buffer | Promise<Buffer>;
};

/** These engines need the size in advance, so they unpack twice. */
const streamed = (open: typeof createGunzip | typeof createZstdDecompress): Codec => {
  const streamOf = (bytes: Buffer): AsyncIterable<Buffer> => {
    const stream = open({ chunkSize: chunkBytes });
    stream.end(bytes);
    return stream;
  };
  return {
    measure: async (bytes, most) => {
      let size = 0;
      for await (const chunk of streamOf(bytes)) {
        size += chunk.length;
        if (size > most) break;
      }
      return size;
    },
    unpack: async (bytes, size) => {
      const out = Buffer.allocUnsafe(size);
      let at = 0;
      for await (const chunk of streamOf(bytes)) at += chunk.copy(out, at);
      return out;
    },
  };
};

const chunkBytes = 64 * 1_024;

/** By Kafka's numbers. */
export const codecs: Readonly<Record<number, Codec>> = {
  0: { measure: ({ length }) => length, unpack: (bytes) => bytes },
  1: streamed(createGunzip),
  2: { measure: snappyMeasure, unpack: snappyUnpack },
  3: { measure: lz4Measure, unpack: lz4Unpack },
  4: streamed(createZstdDecompress),
};
