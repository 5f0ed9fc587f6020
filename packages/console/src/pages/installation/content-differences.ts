import type { Difference } from './object-settings.ts';

/** Each value that differs between the contents of two configs. */
export function differencesBetween(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): Difference[] {
  const [members, others] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...Object.keys(members ?? {}), ...Object.keys(others ?? {})])];
  if (members && others && names.length > 0)
    return names.flatMap((name) => differencesBetween(members[name], others[name], [...path, name]));
  const [from, to] = [textOf(before), textOf(after)];
  return from === to ? [] : [{ what: wordsOf(path), before: from, after: to }];
}

/** The members of an object; an absent one has none. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined) return {};
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

const textOf = (value: unknown): string =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

const ruleWords: Readonly<Record<string, string>> = {
  writeOnCreate: 'on create',
  writeOnUpdate: 'on update',
  default: 'default',
};

/** A path, in the words of the field settings if they have some. */
function wordsOf(path: readonly string[]): string {
  const [section, , objectName, member, name, rule = ''] = path;
  const words = ruleWords[rule];
  if (member === 'selectedFieldSettings' && words !== undefined) return `${objectName}: ${name}, ${words}`;
  if (member === 'selectedFieldMappings' && name !== undefined) return `${objectName}: field for ${name}`;
  if (member === 'deletionSettings' && name === 'enabled') return `${objectName}: records may be deleted`;
  return section === 'write' && member !== undefined
    ? `${objectName}: ${path.slice(3).join(' › ')}`
    : path.join(' › ');
}

const mostNamed = 2;

/** Differences in a few words. */
export function summaryOf(differences: readonly Difference[]): string {
  const named = differences.slice(0, mostNamed).map(({ what }) => what);
  const more = differences.length - named.length;
  if (named.length === 0) return 'No setting changed';
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
