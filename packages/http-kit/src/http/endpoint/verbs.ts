/** Whether what an address gives for the id at the end of a path ends in a verb, which another endpoint answers. */
export type HasVerb = (params: Readonly<Record<string, unknown>>) => boolean;

const idAtEnd = /\/:(\w*Id|\w*IdOrName)$/;
/** A colon that is part of a path and begins no parameter. */
const colon = '\\:';

/**
 * Tells addresses like `…/{id}:verb` from those of the path itself, which would take them with an id that ends in the verb.
 *
 * @param paths of all endpoints of the host
 */
export function verbsOf(path: string, paths: readonly string[]): HasVerb {
  const name = idAtEnd.exec(path)?.[1];
  const ends = paths
    .filter((other) => other.startsWith(path + colon))
    .map((other) => `:${other.slice(path.length + colon.length)}`);
  if (name === undefined || ends.length === 0) return () => false;
  return (params) => {
    const id = params[name];
    return typeof id === 'string' && ends.some((end) => id.endsWith(end));
  };
}
