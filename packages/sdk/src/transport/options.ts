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
  mustBeKnown(given, names, told);
  return given;
}

/**
 * What nobody reads is refused: a limit whose name is mistyped would hold nothing back.
 *
 * @param told what is said behind its name
 * @throws TypeError that names it
 */
export function mustBeKnown(given: object | undefined, known: readonly string[], told: string): void {
  const unknown = Object.keys(given ?? {}).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${unknown} ${told}`);
}
