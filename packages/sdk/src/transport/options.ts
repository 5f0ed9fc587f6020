import type { CallOptions } from './settings.ts';

const names: readonly string[] = [
  'signal',
  'attemptMs',
  'totalMs',
  'refusedMs',
  'silentMs',
  'headers',
] satisfies (keyof CallOptions)[];

/**
 * A mistyped limit would have no effect, and a misplaced `dryRun` would act instead of previewing.
 * @param why the end of the message
 * @throws TypeError
 */
export function checkNames(given: object | undefined, why: string, known: readonly string[] = names): void {
  const unknown = Object.keys(given ?? {}).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${unknown} ${why}`);
}
