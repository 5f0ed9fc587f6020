import type { JsonObject, JsonValue } from './json.ts';
import type { PlannedRecord } from './plan.ts';
import type { ProviderDeclaration } from './provider-declaration.ts';

/** Each takes 170 bytes in the index. */
const mostValues = 8;
/** As long as a search may be. */
const longestValue = 255;
/** RFC 5321; a longer text is not read. */
const longestEmail = 254;

/** Equal for values that a search takes for one: providers ignore capitals in emails and in most external ids. */
export const foldedValue = (value: string): string => value.trim().toLowerCase();

/**
 * Values by which support looks for a record, folded: the key of its upsert, unique fields as far as known without
 * asking the provider, and email addresses in any field. Only what is sent.
 */
export function searchedValuesOf(
  { fields, upsert }: PlannedRecord,
  objectName: string,
  { uniqueFieldsOf, fieldKeyOf = (name) => name }: ProviderDeclaration,
): string[] {
  const unique = uniqueFieldsOf?.(objectName) ?? [];
  const sent = [fields, upsert?.fieldsOfNew ?? {}];
  const found = [
    upsert && textOf(upsert.value),
    ...sent.flatMap((one) => unique.map((name) => textOf(fieldNamed(one, fieldKeyOf(name), fieldKeyOf)))),
    ...sent.flatMap((one) => Object.values(one).map(emailIn)),
  ];
  const values = found.flatMap((value) => (value === undefined || value === '' ? [] : foldedValue(value)));
  return [...new Set(values)].filter((value) => value.length <= longestValue).slice(0, mostValues);
}

const fieldNamed = (
  fields: JsonObject,
  key: string,
  fieldKeyOf: (name: string) => string,
): JsonValue | undefined => Object.entries(fields).find(([name]) => fieldKeyOf(name) === key)?.[1];

const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;

const emailForm = /^[^\s@,;]+@[^\s@,;]+$/;

function emailIn(value: JsonValue): string | undefined {
  if (typeof value !== 'string' || value.length > longestEmail || !value.includes('@')) return undefined;
  const text = value.trim();
  return emailForm.test(text) ? text : undefined;
}
