/** Whether the id at the end of a path ends in a verb, which another endpoint answers. */
export type HasVerb = (params: Readonly<Record<string, unknown>>) => boolean;

const idAtEnd = /\/:(\w*Id|\w*IdOrName)$/;
/** A colon that begins no parameter. */
const colon = '\\:';

/**
 * Distinguishes `…/{id}:verb` from `…/{id}`, which would take the verb as part of the id. @param paths of all
 * endpoints
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
