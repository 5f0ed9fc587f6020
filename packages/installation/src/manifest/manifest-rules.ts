import { isForbiddenMember, isJsonObject, nameForm, shortText, wordsOfPattern } from '@writ/contracts';
import type { Manifest } from './manifest.ts';

/** `path`: names and indexes from the top. */
export type ManifestRuleFault = {
  path: readonly (string | number)[];
  detail: string;
  value?: unknown;
  /** Valid names. */
  known?: readonly string[];
};

/**
 * Yields the errors of a value. A schema's validator would find all of them first, and a megabyte may have
 * 160,000.
 */
type Check = (value: unknown, path: ManifestRuleFault['path']) => Iterable<ManifestRuleFault>;

/** One more than an answer lists, so that it can say that there are more. */
export const mostFaults = 1_001;

export const manifestFaults = (value: unknown, providers: readonly string[]): ManifestRuleFault[] =>
  Iterator.from(manifest(providers)(value, [])).take(mostFaults).toArray();

export const asManifest = (value: unknown): Manifest => value as Manifest;

const manifest = (providers: readonly string[]): Check =>
  map({ needed: { specVersion, integrations: list('name', integration(providers)) } });

function integration(providers: readonly string[]): Check {
  const sections = {
    read: section({ open: true }),
    write: section({ open: false }),
    subscribe: section({ open: true }),
    proxy: map({ optional: { enabled: flag }, open: true }),
  };
  const needed = { name, provider: oneOf(providers) };
  const members = map({ needed, optional: { displayName: text, module: text, ...sections } });
  const detail = 'An integration needs at least one of `read`, `write`, `subscribe` and `proxy`.';
  return function* (value, path) {
    yield* members(value, path);
    if (isJsonObject(value) && !Object.keys(sections).some((given) => given in value)) yield { path, detail };
  };
}

/** Sections for other systems are open: their members are kept. */
const section = ({ open }: { open: boolean }): Check => {
  const object = map({ needed: { objectName }, optional: { inheritMapping: flag }, open });
  return map({ needed: { objects: list('objectName', object) }, open });
};

type Members = {
  needed?: Readonly<Record<string, Check>>;
  optional?: Readonly<Record<string, Check>>;
  open?: boolean;
};

const map = ({ needed = {}, optional = {}, open = false }: Members): Check =>
  function* (value, path) {
    if (!isJsonObject(value)) {
      yield { path, detail: 'Must be a map.', value };
      return;
    }
    const checks = { ...needed, ...optional };
    const known = Object.keys(checks);
    for (const key of open ? [] : Object.keys(value)) {
      if (known.includes(key)) continue;
      yield { path: [...path, key], detail: `\`${key}\` is not known here.`, value: key, known };
    }
    for (const [key, check] of Object.entries(checks)) {
      const at = [...path, key];
      if (value[key] !== undefined) yield* check(value[key], at);
      else if (key in needed) yield { path: at, detail: `\`${key}\` is missing.` };
    }
  };

/** @param unique member that differs in all entries */
const list = (unique: string, check: Check): Check =>
  function* (value: unknown, path) {
    if (!Array.isArray(value) || value.length === 0) {
      yield { path, detail: 'Must be a list with at least one entry.', value };
      return;
    }
    for (const [index, entry] of value.entries()) yield* check(entry, [...path, index]);
    const seen = new Set<string>();
    for (const [index, entry] of value.entries() as Iterable<[number, unknown]>) {
      const given = isJsonObject(entry) ? entry[unique] : undefined;
      if (typeof given !== 'string') continue;
      const detail = `The ${unique} \`${given}\` stands here twice.`;
      if (seen.has(given)) yield { path: [...path, index, unique], detail, value: given };
      seen.add(given);
    }
  };

const must =
  (isRight: (value: unknown) => boolean, detail: string): Check =>
  (value, path) =>
    isRight(value) ? [] : [{ path, detail, value }];

/** Later 1.x versions are read by the rules of 1.0.0. */
const specVersion = must(
  (value) => typeof value === 'string' && /^1\.\d{1,9}\.\d{1,9}$/.test(value),
  'Must be a version `1.x.y`, such as `1.0.0`; others are not supported.',
);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const text = must(isText, 'Must be a text that is not empty.');
const flag = must((value) => typeof value === 'boolean', 'Must be `true` or `false`.');

const formOfObjectName = must(
  (value) => typeof value !== 'string' || !isForbiddenMember(value, {}),
  'Nothing may have this name.',
);
const lengthOfObjectName = must(
  (value) => typeof value !== 'string' || Array.from(value).length <= shortText.maxLength,
  `An object's name has at most ${shortText.maxLength} characters.`,
);
const objectName: Check = (value, path) => [
  ...text(value, path),
  ...formOfObjectName(value, path),
  ...lengthOfObjectName(value, path),
];

const nameText = new RegExp(nameForm.pattern, 'u');
const formOfName = must(
  (value) => !isText(value) || (nameText.test(value) && value.length <= nameForm.maxLength),
  `${wordsOfPattern(nameForm.pattern)} It has at most ${nameForm.maxLength} characters.`,
);
const name: Check = (value, path) => [...text(value, path), ...formOfName(value, path)];

const oneOf =
  (known: readonly string[]): Check =>
  (value, path) => {
    const words = known.map((word) => `\`${word}\``).join(', ');
    const detail = `Must be ${known.length === 1 ? '' : 'one of '}${words}.`;
    return known.some((word) => word === value) ? [] : [{ path, detail, value, known }];
  };
