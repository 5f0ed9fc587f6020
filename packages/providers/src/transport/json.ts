import type { JsonObject, JsonValue } from '@writ/write-core';

/** The value that a text holds, undefined when it is no JSON: answers are cut off, or are pages for people. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For values that came out of JSON alone. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined where there is no such member, or no object that could have it. */
export const memberOf = (value: unknown, name: string): JsonValue | undefined =>
  isJsonObject(value) ? value[name] : undefined;

/** The objects of a list; none when it is no list. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A text that is not empty, or a number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** The texts of a list; a lone text counts as a list of one. */
export function textsIn(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map(textOf).filter((text) => text !== undefined);
}
