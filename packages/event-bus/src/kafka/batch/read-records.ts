/** Its parts are views of the batch's bytes. */
export type Record = {
  /** Relative to the batch's first offset. */
  offsetDelta: number;
  key: Buffer | null;
  value: Buffer | null;
  /** Raw; see `readHeaders`. */
  headers: Buffer;
  /** Of the whole record. */
  bytes: number;
};

/** https://kafka.apache.org/documentation/#record. @throws if a length exceeds the bytes */
export function* readRecords(bytes: Buffer, count: number): Generator<Record> {
  const batch = createReader(bytes);
  for (let nr = 0; nr < count; nr += 1) {
    const record = batch.take(batch.varInt()) ?? noBytes;
    const reader = createReader(record);
    reader.take(1);
    reader.varInt();
    yield {
      offsetDelta: reader.varInt(),
      key: reader.take(reader.varInt()),
      value: reader.take(reader.varInt()),
      headers: reader.rest(),
      bytes: record.length,
    };
  }
}

/** Names and values in order. @throws if a length exceeds the bytes */
export function* readHeaders(bytes: Buffer): Generator<[name: string, value: Buffer | null]> {
  const reader = createReader(bytes);
  const count = reader.varInt();
  for (let nr = 0; nr < count; nr += 1)
    yield [(reader.take(reader.varInt()) ?? noBytes).toString(), reader.take(reader.varInt())];
}

const noBytes = Buffer.alloc(0);

function createReader(bytes: Buffer) {
  let at = 0;
  return {
    /** Zigzag, seven bits a byte, lowest first; above 2^53 approximate. */
    varInt: (): number => {
      let read = 0;
      for (let place = 1; ; place *= 128) {
        const byte = bytes.readUInt8(at);
        at += 1;
        read += (byte & 0x7f) * place;
        if (byte < 0x80) break;
        if (place > 2 ** 62) throw new Error('a number has no end');
      }
      return read % 2 === 0 ? read / 2 : -(read + 1) / 2;
    },
    /** Null for a length of -1. */
    take: (length: number): Buffer | null => {
      if (length === -1) return null;
      if (length < 0 || length > bytes.length - at) throw new Error(`a length of ${length} leads out of it`);
      at += length;
      return bytes.subarray(at - length, at);
    },
    rest: (): Buffer => bytes.subarray(at),
  };
}
