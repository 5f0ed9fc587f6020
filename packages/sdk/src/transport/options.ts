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
 * What is no option of the call is refused: `dryRun` among them would be lost, and what was to be previewed be done.
 *
 * @param told what is said behind its name
 * @throws TypeError that names it
 */
export function optionsOf(given: object | undefined, told: string): CallOptions | undefined {
  const unknown = Object.keys(given ?? {}).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`${unknown} ${told}`);
  return given;
}
