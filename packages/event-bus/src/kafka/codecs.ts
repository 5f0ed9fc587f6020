import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import kafkajs from 'kafkajs';
import { compressFrame, decompressFrame } from 'lz4-napi';
import snappy from 'snappy';

type Codec = { pack: (bytes: Buffer) => Promise<Buffer>; unpack: (bytes: Buffer) => Promise<Buffer> };

/**
 * Teaches the client what publishers may compress by: it knows gzip alone, and nothing of a batch in anything else would be
 * taken in.
 */
export function registerCodecs(): void {
  const { Snappy, LZ4, ZSTD } = kafkajs.CompressionTypes;
  kafkajs.CompressionCodecs[Snappy] = () => asClientCalls({ pack: snappy.compress, unpack: unpackSnappy });
  kafkajs.CompressionCodecs[LZ4] = () => asClientCalls({ pack: compressFrame, unpack: decompressFrame });
  kafkajs.CompressionCodecs[ZSTD] = () =>
    asClientCalls({ pack: promisify(zstdCompress), unpack: promisify(zstdDecompress) });
}

const asClientCalls = ({ pack, unpack }: Codec) => ({
  compress: (encoder: { buffer: Buffer }) => pack(encoder.buffer),
  decompress: unpack,
});

/** What clients in Java write before blocks of snappy: a magic word, a version and the oldest one that reads it. */
const framedBegins = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const frameBytes = framedBegins.length + 8;

/** Clients in Java write blocks, each behind its length; others write one block and nothing else. */
export async function unpackSnappy(bytes: Buffer): Promise<Buffer> {
  if (!bytes.subarray(0, framedBegins.length).equals(framedBegins)) return unpackBlock(bytes);
  const blocks: Buffer[] = [];
  for (let at = frameBytes; at < bytes.length;) {
    const begins = at + 4;
    const ends = begins + bytes.readInt32BE(at);
    blocks.push(await unpackBlock(bytes.subarray(begins, ends)));
    at = ends;
  }
  return Buffer.concat(blocks);
}

/** It gives a Buffer unless it is asked for a text. */
const unpackBlock = async (bytes: Buffer): Promise<Buffer> => Buffer.from(await snappy.uncompress(bytes));
