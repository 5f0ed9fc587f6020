import type { JsonValue } from './json.ts';
import type { PlannedRecord } from './plan.ts';
import type { ProviderDeclaration } from './provider-declaration.ts';

/** Each takes 170 bytes in the index. */
const mostValues = 8;
/** As long as a search may be. */
const longestValue = 255;
/** RFC 5321; a longer text is not read. */
const longestEmail = 254;

/** Providers ignore case in emails and in most external ids. */
export const foldedValue = (value: string): string => value.trim().toLowerCase();

/**
 * Values by which support looks for a record, folded: the key of its upsert, unique fields as far as known
 * without asking the provider, and email addresses in any field.
 */
export function searchedValuesOf(
  { fields, upsert }: PlannedRecord,
  objectName: string,
  { uniqueFieldsOf, fieldKeyOf = (name) => name }: ProviderDeclaration,
): string[] {
  const unique = uniqueFieldsOf?.(objectName).map(fieldKeyOf) ?? [];
  const found = new Set<string>();
  const add = (value: JsonValue): void => {
    const folded = typeof value === 'string' || typeof value === 'number' ? foldedValue(String(value)) : '';
    if (folded !== '' && folded.length <= longestValue && found.size < mostValues) found.add(folded);
  };
  if (upsert) add(upsert.value);
  const sent = [fields, upsert?.fieldsOfNew ?? {}];
  for (const one of unique.length > 0 ? sent : [])
    for (const name of Object.keys(one)) if (unique.includes(fieldKeyOf(name))) add(one[name] ?? '');
  for (const one of sent) for (const value of Object.values(one)) if (isEmail(value)) add(value);
  return [...found];
}

const emailForm = /^[^\s@,;]+@[^\s@,;]+$/;

const isEmail = (value: JsonValue): boolean =>
  typeof value === 'string' &&
  value.length <= longestEmail &&
  value.includes('@') &&
  emailForm.test(value.trim());
