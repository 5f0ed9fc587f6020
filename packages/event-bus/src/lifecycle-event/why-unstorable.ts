import { isStorable } from '@writ/contracts';
/** As deep as bodies that are accepted over HTTP; what walks through an event may call itself for each level. */
const maxLevels = 64;

/** What keeps a JSON value, member names included, from being stored, in plain words; undefined where nothing does. */
export function whyUnstorable(value: unknown, level = 0): string | undefined {
  if (typeof value === 'string') {
    return isStorable(value)
      ? undefined
      : 'The event holds a U+0000 or half of a surrogate pair, which the database cannot store.';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (level === maxLevels) return `The event is nested deeper than ${maxLevels} levels.`;
  for (const [name, member] of Object.entries(value)) {
    const reason = whyUnstorable(name) ?? whyUnstorable(member, level + 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
