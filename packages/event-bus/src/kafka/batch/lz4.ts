/**
 * LZ4 frames (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md and lz4_Block_format.md). Libraries
 * for Node unpack any size; this measures first. The broker has checked the batch's checksum.
 */
const frameBegins = 0x184d2204;
const flags = { blockChecksum: 0x10, contentSize: 0x08, contentChecksum: 0x04, dictionary: 0x01 };
const isStored = 0x80000000;
const leastMatch = 4;

type Block = { from: number; to: number; stored: boolean };
type Sequence = { literals: { from: number; to: number }; match: number; distance: number };

/** Stops above `most` and returns a larger number. @throws if the frames are broken */
export function lz4Measure(bytes: Buffer, most: number): number {
  let size = 0;
  for (const { from, to, stored } of blocksIn(bytes)) {
    if (stored) size += to - from;
    else
      for (const { literals, match } of sequencesIn(bytes, from, to)) {
        size += literals.to - literals.from + match;
        if (size > most) return size;
      }
    if (size > most) return size;
  }
  return size;
}

export function lz4Unpack(bytes: Buffer, size: number): Buffer {
  const out = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { from, to, stored } of blocksIn(bytes)) {
    if (stored) at += bytes.copy(out, at, from, to);
    else
      for (const { literals, match, distance } of sequencesIn(bytes, from, to)) {
        at += bytes.copy(out, at, literals.from, literals.to);
        repeat(out, { at, distance, match });
        at += match;
      }
  }
  return out;
}

/** From `distance` before; overlapping bytes repeat. */
function repeat(out: Buffer, { at, distance, match }: { at: number; distance: number; match: number }): void {
  if (match === 0) return;
  if (distance === 0 || distance > at) throw new Error('lz4: a match leads before the beginning');
  for (let done = 0; done < match;) {
    const some = Math.min(match - done, distance + done);
    out.copyWithin(at + done, at - distance, at - distance + some);
    done += some;
  }
}

function* blocksIn(bytes: Buffer): Generator<Block> {
  for (let at = 0; at < bytes.length;) {
    if (bytes.readUInt32LE(at) !== frameBegins) throw new Error('lz4: this is no frame');
    const flag = bytes.readUInt8(at + 4);
    if (flag >> 6 !== 1) throw new Error(`lz4: the version ${flag >> 6} is not known`);
    if ((flag & flags.dictionary) > 0) throw new Error('lz4: the frame needs a dictionary');
    at += 7 + (flag & flags.contentSize);
    for (;;) {
      const head = bytes.readUInt32LE(at);
      at += 4;
      if (head === 0) break;
      const to = at + (head & ~isStored);
      if (to > bytes.length) throw new Error('lz4: a block breaks off');
      yield { from: at, to, stored: (head & isStored) !== 0 };
      at = to + ((flag & flags.blockChecksum) > 0 ? 4 : 0);
    }
    if ((flag & flags.contentChecksum) > 0) at += 4;
  }
}

function* sequencesIn(bytes: Buffer, from: number, to: number): Generator<Sequence> {
  let at = from;
  const lengthOf = (nibble: number): number => {
    let length = nibble;
    for (let more = nibble === 15 ? 255 : 0; more === 255; length += more) more = bytes.readUInt8(at++);
    return length;
  };
  while (at < to) {
    const token = bytes.readUInt8(at++);
    const count = lengthOf(token >> 4);
    const literals = { from: at, to: at + count };
    at += count;
    if (at > to) throw new Error('lz4: a block breaks off');
    // The last sequence has only literals.
    if (at === to) yield { literals, match: 0, distance: 0 };
    else {
      const distance = bytes.readUInt16LE(at);
      at += 2;
      yield { literals, match: lengthOf(token & 15) + leastMatch, distance };
    }
  }
}
