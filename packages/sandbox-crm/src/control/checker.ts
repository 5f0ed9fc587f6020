import { isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';

/** One thing that is wrong with a control request. */
export type Issue = { readonly name: string; readonly message: string };

/** Collects everything that is wrong with an input, so that the caller learns of all of it at once. */
export type Checker = ReturnType<typeof checker>;

export function checker() {
  const issues: Issue[] = [];
  const complain = (name: string, message: string) => {
    issues.push({ name, message });
  };
  return {
    issues,
    complain,
    onlyMembers(name: string, value: JsonObject, allowed: readonly string[]): void {
      for (const member of Object.keys(value)) {
        if (!allowed.includes(member))
          complain(`${name}/${member}`, `is unknown; known are ${allowed.join(', ')}`);
      }
    },
    optionalText(name: string, value: unknown): void {
      if (value !== undefined && typeof value !== 'string') complain(name, 'must be a string');
    },
    optionalObject(name: string, value: unknown): void {
      if (value !== undefined && !isObject(value)) complain(name, 'must be an object');
    },
    integer(name: string, value: unknown, least: number, most: number = Number.MAX_SAFE_INTEGER): void {
      if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return;
      complain(name, `must be an integer from ${least} to ${most}`);
    },
  };
}
