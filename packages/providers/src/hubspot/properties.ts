import type { JsonObject, JsonValue } from '@writ/write-core';

/** Values travel as texts, and an empty one clears the property (Providers §2.2). */
export function encodeProperties(fields: JsonObject): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) properties[name] = encodeValue(value);
  return properties;
}

export function encodeValue(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  // A property with several choices takes them in one text.
  if (Array.isArray(value)) return value.map(encodeValue).join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
