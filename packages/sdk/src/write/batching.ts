/** What one request may hold. */
export const batchLimits = {
  records: 100,
  /** The service reads 5 MiB; what a request says beside its records has room in what is left. */
  bytes: 5 * 1024 * 1024 - 64 * 1024,
} as const;

/** `{"record":` and `},` */
const aroundRecord = 12;

const utf8 = new TextEncoder();

/** The bytes that a record takes in a request, by its JSON. */
export const bytesInRequest = (json: string): number => utf8.encode(json).length + aroundRecord;

/** Says of each record, one after the other, whether it begins another request, by its bytes. */
export function createBatching(): (bytes: number) => boolean {
  let [records, held] = [0, 0];
  return (bytes) => {
    const begins = records === 0 || records === batchLimits.records || held + bytes > batchLimits.bytes;
    [records, held] = begins ? [1, bytes] : [records + 1, held + bytes];
    return begins;
  };
}
