export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [name: string]: JsonValue };

/** Only for values parsed from JSON. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Integers beyond 2^53 lose digits, and numbers beyond 1.8e308 become infinite. */
export const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

/** JSON Pointer (RFC 6901) of a member or entry of the value at `at`. */
export const pointerTo = (at: string, member: string | number): string =>
  `${at}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;

export const namesIn = (pointer: string): string[] =>
  pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
