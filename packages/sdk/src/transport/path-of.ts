import { WritError } from '../errors.ts';

/** What an address reads as a step, or leaves out, in whatever way it is written. */
const steps: readonly string[] = ['', '.', '..'];

/**
 * A path with what its template names in braces, filled in from left to right.
 *
 * @throws WritError for what is no name or id
 */
export const pathOf = (template: string, valueOf: (name: string) => unknown): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathPart(valueOf(name), template));

/**
 * A name or an id as a part of a path. One that is empty would lead to the list in place of its entry, two dots to what is
 * above it: an installation's to its integration, and one that is not set to what nobody meant.
 *
 * @throws WritError that names the path
 */
function pathPart(value: unknown, path: string): string {
  const text = String(value);
  if (value === undefined || value === null || steps.includes(text))
    throw new WritError(`"${text}" is no name or id: nothing was sent to ${path}.`);
  return encodeURIComponent(text);
}
