import { declarations } from './declarations.ts';

/** The forms in which what is stored may have the id of a record, at whichever provider: as it is given here, first. */
export const recordIdForms = (id: string): readonly string[] => [
  ...new Set([
    id,
    ...declarations
      .filter(({ recordIdPattern }) => recordIdPattern.test(id))
      .flatMap(({ recordKeyOf, recordIdOf = recordKeyOf }) => [recordKeyOf(id), recordIdOf(id)]),
  ]),
];
