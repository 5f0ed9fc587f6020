/**
 * Binary format of a one-dimensional array: dimensions, whether it holds NULLs, type, length, lower bound.
 */
const headerBytes = 20;
/** `text` in `pg_type`. */
const textOid = 25;
const noValue = -1;

/**
 * A parameter for `$n::text[]` in binary: as text every quote and backslash is escaped, which costs ten times
 * as much for JSON.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  let size = headerBytes;
  for (const value of values) size += 4 + (value === null ? 0 : Buffer.byteLength(value));
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  bytes.writeInt32BE(textOid, 8);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = headerBytes;
  for (const value of values) {
    const length = value === null ? noValue : bytes.write(value, at + 4);
    bytes.writeInt32BE(length, at);
    at += 4 + Math.max(0, length);
  }
  // Without a dimension an array has neither length nor bound.
  return values.length === 0 ? bytes.subarray(0, 12) : bytes;
}

/** A parameter for an array of ids, numbers or booleans, which need no quotes. */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

/** Parameters for `unnest`: one array per member. */
export const arraysOf = <Row, Name extends keyof Row>(
  rows: readonly Row[],
  ...names: readonly Name[]
): Row[Name][][] => names.map((name) => rows.map((row) => row[name]));
