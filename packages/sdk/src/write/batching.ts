/** The limits of one request. */
export const batchLimits = {
  records: 100,
  /** The service reads 5 MiB; 64 KiB are left for the members beside the records. */
  bytes: 5 * 1024 * 1024 - 64 * 1024,
} as const;

/** `{"record":` and `},` */
const aroundRecord = 12;

const utf8 = new TextEncoder();

/** The bytes of a record in a request, from its JSON. */
export const bytesInRequest = (json: string): number => utf8.encode(json).length + aroundRecord;

/** Returns a function that is called with the bytes of each record, in order, and says whether it begins a new request. */
export function createBatching(): (bytes: number) => boolean {
  let [records, held] = [0, 0];
  return (bytes) => {
    const begins = records === 0 || records === batchLimits.records || held + bytes > batchLimits.bytes;
    [records, held] = begins ? [1, bytes] : [records + 1, held + bytes];
    return begins;
  };
}
