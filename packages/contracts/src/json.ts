/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [name: string]: JsonValue };

/** For values that came out of JSON alone. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Pointer (RFC 6901) of a member, or an entry, of what stands at `at`. */
export const pointerTo = (at: string, member: string | number): string =>
  `${at}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The names that a JSON Pointer leads over; it must not be empty. */
export const namesIn = (pointer: string): string[] =>
  pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
