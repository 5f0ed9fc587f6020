import type { IssueInput } from '@writ/problem-details';

/**
 * A patch from a body that has faults, where its mask has none: its values may still be of any type. Undefined where
 * there is no mask that can be followed, or there are no values.
 */
export function readablePatch<Patch extends { updateMask: readonly string[] }>(
  body: unknown,
  of: Exclude<keyof Patch, 'updateMask'> & string,
  maskRule: (body: unknown) => readonly IssueInput[],
): Patch | undefined {
  const { updateMask, [of]: given } = (body ?? {}) as Record<string, unknown>;
  const isFollowed = Array.isArray(updateMask) && updateMask.every((path) => typeof path === 'string');
  if (!isFollowed || !isObject(given) || maskRule(body).length > 0) return undefined;
  return { updateMask, [of]: given } as unknown as Patch;
}

/** Whether it has members by name. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an id or a name may be looked for under it; what is none is told already. */
export const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && !value.includes('\0');
