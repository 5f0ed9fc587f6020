import { declarations } from './providers.ts';

/** Forms of this record id in stored writes, at any provider; the given one first. */
export const recordIdForms = (id: string): readonly string[] => [
  ...new Set([
    id,
    ...declarations
      .filter(({ recordIdPattern }) => recordIdPattern.test(id))
      .flatMap(({ recordKeyOf, recordIdOf = recordKeyOf }) => [recordKeyOf(id), recordIdOf(id)]),
  ]),
];

/** Whether two ids name one record. */
export function isSameRecord(one: string, other: string): boolean {
  const forms = new Set(recordIdForms(one));
  return recordIdForms(other).some((form) => forms.has(form));
}
