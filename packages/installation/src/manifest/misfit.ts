import { forbiddenName, isForbiddenMember, isStorable } from '@writ/contracts';
import type { Path } from './yaml-lines.ts';

export type Misfit = { path: Path; detail: string };

/** An alias counts as its value, each time. */
type Most = { levels: number; values: number; characters: number };

/**
 * The first thing in a value that JSON or Postgres cannot hold, that has a forbidden name, or that exceeds a
 * limit. Cycles end at the limits.
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
