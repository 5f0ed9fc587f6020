export const batchLimits = {
  records: 100,
  /** The service reads 5 MiB, of which 64 KiB are for members beside the records. */
  bytes: 5 * 1024 * 1024 - 64 * 1024,
} as const;

/** `{"record":` and `},` */
const aroundRecord = 12;

const utf8 = new TextEncoder();

/** @param json of the record */
export const bytesInRequest = (json: string): number => utf8.encode(json).length + aroundRecord;

/**
 * The returned function takes the bytes of each record in order, and says whether it begins a new request.
 */
export function createBatching(): (bytes: number) => boolean {
  let [records, held] = [0, 0];
  return (bytes) => {
    const begins = records === 0 || records === batchLimits.records || held + bytes > batchLimits.bytes;
    [records, held] = begins ? [1, bytes] : [records + 1, held + bytes];
    return begins;
  };
}
