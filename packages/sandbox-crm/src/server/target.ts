export type Target = {
  readonly door: string;
  readonly path: string;
  readonly segments: string[];
  readonly query: string;
};

/** Takes a request target apart. Undefined when a percent escape in it is broken. */
export function splitTarget(url: string): Target | undefined {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  const segments = path.split('/');
  if (segments.at(-1) === '') segments.pop();
  if (path.includes('%') && !decodeAll(segments)) return undefined;
  const door = segments[1] ?? '';
  segments.splice(0, 2);
  return { door, path, segments, query };
}

function decodeAll(segments: string[]): boolean {
  try {
    for (const [at, segment] of segments.entries()) segments[at] = decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
