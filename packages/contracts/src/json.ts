/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [name: string]: JsonValue };

/** For values that came out of JSON alone. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a number is the one that JSON wrote: beyond 2^53 neighbouring integers are read as one; beyond 1.8e308 every
 * number is read as infinite.
 */
export const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

/** JSON Pointer (RFC 6901) of a member, or an entry, of what stands at `at`. */
export const pointerTo = (at: string, member: string | number): string =>
  `${at}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The names that a JSON Pointer leads over; it must not be empty. */
export const namesIn = (pointer: string): string[] =>
  pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
