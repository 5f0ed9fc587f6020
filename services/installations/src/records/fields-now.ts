import type { RecordNow } from '@writ/contracts';
import { isSameValue } from '@writ/providers';
import type { JsonObject, JsonValue } from '@writ/write-core';

/** Fields to read by name. An object may refer to another record. */
export const askedFields = (sent: JsonObject): string[] =>
  Object.keys(sent).filter((field) => !isNested(sent[field]));

/** `now` is undefined if there is no record. */
export function fieldsNow(sent: JsonObject, now: JsonObject | undefined): RecordNow['fields'] {
  // A CRM may take names in any capitals, and answer with its own.
  const values = new Map(Object.entries(now ?? {}).map(([field, value]) => [field.toLowerCase(), value]));
  return Object.entries(sent).map(([field, value]) => {
    const held = values.get(field.toLowerCase()) ?? null;
    const told = now && !isNested(value) && { now: held, same: isSameValue(value, held) };
    return { field, sent: value, ...told };
  });
}

const isNested = (value: JsonValue | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
