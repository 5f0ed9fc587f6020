import { forbiddenName, isForbiddenMember, isStorable } from '@writ/contracts';
import type { Path } from './yaml-lines.ts';

/** What is wrong with a value as JSON, and where. */
export type Misfit = { path: Path; detail: string };

/** What a value may be at most; an alias counts as what it stands for, each time. */
type Most = { levels: number; values: number; characters: number };

/**
 * The first thing in a value that JSON or Postgres cannot hold (U+0000, half of a surrogate pair, a number that is not
 * finite), that nothing may have, or that is more than it may have. Values that hold themselves, or others many times, end at the limits.
 */
export function misfitOf(value: unknown, most: Most): Misfit | undefined {
  const path: (string | number)[] = [];
  let values = 0;
  let characters = 0;
  const textFault = (text: string): string | undefined => {
    characters += text.length;
    if (characters > most.characters)
      return `With its aliases it holds more than ${most.characters} characters.`;
    return isStorable(text) ? undefined : 'U+0000 and halves of surrogate pairs are not allowed in texts.';
  };
  const faultIn = (here: unknown): string | undefined => {
    values += 1;
    if (values > most.values) return `With its aliases it holds more than ${most.values} values.`;
    if (typeof here === 'string') return textFault(here);
    if (typeof here === 'number') return Number.isFinite(here) ? undefined : 'Must be a finite number.';
    if (typeof here !== 'object' || here === null) return undefined;
    if (path.length >= most.levels) return `It is nested deeper than ${most.levels} levels.`;
    return Array.isArray(here) ? faultOfEntries(here) : faultOfMembers(here);
  };
  const faultOfEntries = (list: readonly unknown[]): string | undefined => {
    for (const [index, entry] of list.entries()) {
      path.push(index);
      const fault = faultIn(entry);
      if (fault !== undefined) return fault;
      path.pop();
    }
    return undefined;
  };
  const faultOfMembers = (map: object): string | undefined => {
    for (const [name, member] of Object.entries(map)) {
      path.push(name);
      const fault = isForbiddenMember(name, member) ? forbiddenName : (textFault(name) ?? faultIn(member));
      if (fault !== undefined) return fault;
      path.pop();
    }
    return undefined;
  };
  const detail = faultIn(value);
  return detail === undefined ? undefined : { path, detail };
}
