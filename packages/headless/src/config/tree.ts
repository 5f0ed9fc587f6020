export type Path = readonly string[];
export type TreeChange = { path: Path; before: unknown; after: unknown };

type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Not an inherited member, such as `constructor`. */
const own = (value: unknown, name: string): unknown =>
  isTree(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const namesIn = (...trees: unknown[]): string[] => [
  ...new Set(trees.flatMap((tree) => (isTree(tree) ? Object.keys(tree) : []))),
];

export const memberAt = (value: unknown, path: Path): unknown => path.reduce(own, value);

/** Missing parents are created. */
export function withMember<T>(value: T, path: Path, member: unknown): T {
  const [name, ...below] = path;
  if (name === undefined) return member as T;
  const members = new Map(isTree(value) ? Object.entries(value) : []);
  const changed = withMember(members.get(name), below, member);
  if (changed === undefined) members.delete(name);
  else members.set(name, changed);
  return Object.fromEntries(members) as T;
}

/** An undefined member equals a missing one. */
export const isSame = (a: unknown, b: unknown): boolean =>
  isTree(a) && isTree(b)
    ? namesIn(a, b).every((name) => isSame(own(a, name), own(b, name)))
    : JSON.stringify(a) === JSON.stringify(b);

/** A default has exactly one member; merging two would give it two. */
const isOneValue = (path: Path): boolean =>
  (path[3] === 'selectedFieldSettings' && path[5] === 'default') ||
  (path[3] === 'selectedValueDefaults' && path.length === 5);

/** The deepest differences; a removed tree is one. */
export function changesBetween(before: unknown, after: unknown, path: Path = []): TreeChange[] {
  if (isSame(before, after)) return [];
  const names = namesIn(before, after);
  const isBranch = isTree(after) && (before === undefined || isTree(before)) && !isOneValue(path);
  if (!isBranch || names.length === 0) return [{ path, before, after }];
  return names.flatMap((name) => changesBetween(own(before, name), own(after, name), [...path, name]));
}

export const withChanges = <T>(value: T, changes: readonly TreeChange[]): T =>
  changes.reduce((changed, { path, after }) => withMember(changed, path, after), value);

export const doOverlap = (a: Path, b: Path): boolean =>
  a.slice(0, b.length).every((name, at) => name === b[at]);

/** Places that both sides changed differently. */
export function clashesBetween(base: unknown, mine: unknown, theirs: unknown): Path[] {
  const others = changesBetween(base, theirs);
  const places = changesBetween(base, mine).flatMap(({ path }) =>
    others
      .filter((other) => doOverlap(path, other.path))
      .map((other) => (other.path.length < path.length ? other.path : path)),
  );
  const clashes = places.filter((path) => !isSame(memberAt(mine, path), memberAt(theirs, path)));
  return distinct(clashes);
}

export const distinct = (paths: readonly Path[]): Path[] => [
  ...new Map(paths.map((path) => [maskPath(path), path])).values(),
];

export const maskPath = (path: Path): string =>
  path.map((name) => name.replaceAll(/[\\.]/g, '\\$&')).join('.');
