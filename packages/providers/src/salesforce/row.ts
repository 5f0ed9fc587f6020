import type { JsonObject } from '@writ/write-core';

/** The fields to write. Which record, and of which object, comes from the plan alone. */
export function rowFields(fields: JsonObject): JsonObject {
  if (!('attributes' in fields)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'attributes'));
}
