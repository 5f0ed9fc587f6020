import { isJsonObject } from '@writ/contracts';
import { isId } from '@writ/db';
import type { Manifest } from './manifest.ts';

/** A fault of a manifest: where it stands (names and indexes from the top), and what is wrong. */
export type ManifestRuleFault = {
  path: readonly (string | number)[];
  detail: string;
  value?: unknown;
  /** The names that would have been right here. */
  known?: readonly string[];
};

type Path = ManifestRuleFault['path'];
type Faults = ManifestRuleFault[];
type Members = Readonly<Record<string, unknown>>;

const specVersions = ['1.0.0'];
const integrationKeys = ['name', 'displayName', 'provider', 'read', 'write', 'subscribe', 'proxy'];
const sections = ['read', 'write', 'subscribe', 'proxy'];
const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** One more than an answer tells (Contract §2), so that it can tell that there are more. */
export const mostFaults = 1_001;

/** The faults of a manifest (Contract §5), the first of them where there are many; none: it is one. */
export function manifestFaults(value: unknown, providers: readonly string[]): Faults {
  const faults = ofMembers(value, [], (members) => [
    ...unknownKeys(members, [], ['specVersion', 'integrations']),
    ...oneOf(members['specVersion'], ['specVersion'], specVersions),
    ...ofList(members['integrations'], ['integrations'], (integration, path) =>
      integrationFaults(integration, path, providers),
    ),
    ...repeated(members['integrations'], ['integrations'], 'name'),
  ]);
  return faults.slice(0, mostFaults);
}

/** Narrows what has no faults. */
export const asManifest = (value: unknown): Manifest => value as Manifest;

function integrationFaults(value: unknown, path: Path, providers: readonly string[]): Faults {
  return ofMembers(value, path, (members) => [
    ...unknownKeys(members, path, integrationKeys),
    ...nameFaults(members['name'], [...path, 'name']),
    ...optional(members['displayName'], (given) => filledText(given, [...path, 'displayName'])),
    ...oneOf(members['provider'], [...path, 'provider'], providers),
    ...(sections.some((section) => section in members)
      ? []
      : [{ path, detail: 'An integration needs at least one of `read`, `write`, `subscribe` and `proxy`.' }]),
    ...optional(members['write'], (section) => objectsFaults(section, [...path, 'write'], { closed: true })),
    ...optional(members['read'], (section) => objectsFaults(section, [...path, 'read'], { closed: false })),
    ...optional(members['subscribe'], (section) =>
      objectsFaults(section, [...path, 'subscribe'], { closed: false }),
    ),
    ...optional(members['proxy'], (section) => proxyFaults(section, [...path, 'proxy'])),
  ]);
}

function nameFaults(value: unknown, path: Path): Faults {
  const faults = filledText(value, path);
  if (faults.length > 0 || typeof value !== 'string') return faults;
  if (nameForm.test(value) && !isId(value.toLowerCase())) return [];
  const detail =
    'A name has up to 64 letters, digits, dots, dashes and underscores, begins with a letter or digit, and is no id.';
  return [{ path, detail, value }];
}

/** Sections that other systems use are open: what they add is kept as it came. */
function objectsFaults(value: unknown, path: Path, { closed }: { closed: boolean }): Faults {
  const objects = [...path, 'objects'];
  return ofMembers(value, path, (members) => [
    ...(closed ? unknownKeys(members, path, ['objects']) : []),
    ...ofList(members['objects'], objects, (entry, at) =>
      ofMembers(entry, at, (object) => [
        ...(closed ? unknownKeys(object, at, ['objectName', 'inheritMapping']) : []),
        ...filledText(object['objectName'], [...at, 'objectName']),
        ...optional(object['inheritMapping'], (given) => flag(given, [...at, 'inheritMapping'])),
      ]),
    ),
    ...repeated(members['objects'], objects, 'objectName'),
  ]);
}

const proxyFaults = (value: unknown, path: Path): Faults =>
  ofMembers(value, path, (members) =>
    optional(members['enabled'], (given) => flag(given, [...path, 'enabled'])),
  );

function ofMembers(value: unknown, path: Path, check: (members: Members) => Faults): Faults {
  return isJsonObject(value) ? check(value) : [missingOr(value, path, 'Must be a map.')];
}

function ofList(value: unknown, path: Path, check: (entry: unknown, path: Path) => Faults): Faults {
  if (!Array.isArray(value) || value.length === 0) {
    return [missingOr(value, path, 'Must be a list with at least one entry.')];
  }
  const faults: Faults = [];
  for (const [index, entry] of value.entries()) {
    if (faults.length >= mostFaults) break;
    for (const fault of check(entry, [...path, index])) faults.push(fault);
  }
  return faults;
}

function unknownKeys(members: Members, path: Path, known: readonly string[]): Faults {
  return Object.keys(members)
    .filter((key) => !known.includes(key))
    .map((key) => ({ path: [...path, key], detail: `\`${key}\` is not known here.`, value: key, known }));
}

function repeated(value: unknown, path: Path, member: string): Faults {
  const seen = new Set<string>();
  return (Array.isArray(value) ? value : []).flatMap((entry: unknown, index) => {
    const name = nameOf(entry, member);
    if (name === undefined) return [];
    const isFirst = !seen.has(name);
    seen.add(name);
    if (isFirst) return [];
    const detail = `The ${member} \`${name}\` stands here twice.`;
    return [{ path: [...path, index, member], detail, value: name }];
  });
}

function nameOf(entry: unknown, member: string): string | undefined {
  const name = (entry as Members | null | undefined)?.[member];
  return typeof name === 'string' ? name : undefined;
}

function oneOf(value: unknown, path: Path, known: readonly string[]): Faults {
  if (typeof value === 'string' && known.includes(value)) return [];
  const words = known.map((word) => `\`${word}\``).join(', ');
  return [{ ...missingOr(value, path, `Must be ${known.length === 1 ? '' : 'one of '}${words}.`), known }];
}

const filledText = (value: unknown, path: Path): Faults =>
  typeof value === 'string' && value !== ''
    ? []
    : [missingOr(value, path, 'Must be a text that is not empty.')];

const flag = (value: unknown, path: Path): Faults =>
  typeof value === 'boolean' ? [] : [{ path, detail: 'Must be `true` or `false`.', value }];

const optional = (value: unknown, check: (value: unknown) => Faults): Faults =>
  value === undefined ? [] : check(value);

function missingOr(value: unknown, path: Path, detail: string): ManifestRuleFault {
  const member = path.at(-1);
  return value === undefined && typeof member === 'string'
    ? { path, detail: `\`${member}\` is missing.` }
    : { path, detail, value };
}
