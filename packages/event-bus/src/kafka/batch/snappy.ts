import snappy from 'snappy';

/** Java clients begin with a magic word, a version and the oldest compatible one. */
const framedBegins = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const frameBytes = framedBegins.length + 8;

/** As declared; the library refuses a block that is wrong about it. @throws if broken */
export function snappyMeasure(bytes: Buffer): number {
  return blocksOf(bytes).reduce((size, block) => size + declaredBytes(block), 0);
}

export async function snappyUnpack(bytes: Buffer, size: number): Promise<Buffer> {
  const out = Buffer.allocUnsafe(size);
  let at = 0;
  for (const block of blocksOf(bytes)) at += Buffer.from(await snappy.uncompress(block)).copy(out, at);
  return out;
}

/** Java clients write blocks with their lengths; others write a single block. */
function blocksOf(bytes: Buffer): Buffer[] {
  if (!bytes.subarray(0, framedBegins.length).equals(framedBegins)) return [bytes];
  const blocks: Buffer[] = [];
  for (let at = frameBytes; at < bytes.length;) {
    const begins = at + 4;
    at = begins + bytes.readUInt32BE(at);
    if (at > bytes.length) throw new Error('snappy: a block breaks off');
    blocks.push(bytes.subarray(begins, at));
  }
  return blocks;
}

/** A block begins with its unpacked size: seven bits a byte, lowest first. */
function declaredBytes(block: Buffer): number {
  let size = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = block.readUInt8(at);
    size += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return size;
  }
  throw new Error('snappy: a block does not say how long it is');
}
