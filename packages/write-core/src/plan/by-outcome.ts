export type IfOnly = { ifOnly?: 'new' | 'existing' };

/** Joins what holds for the outcomes of an upsert; what holds for one alone says so. */
export function byOutcome<One extends object>(
  { ofNew, ofExisting }: Record<'ofNew' | 'ofExisting', readonly One[]>,
  nameOf: (one: One) => string,
): (One & IfOnly)[] {
  const [fresh, existing] = [ofNew, ofExisting].map((all) => new Set(all.map(nameOf)));
  return [
    ...ofNew.map((one) => (existing?.has(nameOf(one)) ? one : { ...one, ifOnly: 'new' as const })),
    ...ofExisting
      .filter((one) => !fresh?.has(nameOf(one)))
      .map((one) => ({ ...one, ifOnly: 'existing' as const })),
  ];
}
