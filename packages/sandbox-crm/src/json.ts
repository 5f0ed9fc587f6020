export type JsonObject = { readonly [key: string]: unknown };

export type ParsedJson =
  { ok: true; value: unknown } | { ok: false; line: number; column: number; message: string };

/** Parses a body and, when it is no JSON, tells where it broke: both providers put that into their answer. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'Unexpected input';
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const before = text.slice(0, position).split('\n');
    return { ok: false, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message };
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectsIn(value: unknown): JsonObject[] | undefined {
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** The text of a string, or of a number or boolean as it would be written; undefined for everything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
