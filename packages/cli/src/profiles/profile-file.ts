import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandFault, exit } from '../exit.ts';
import { withFile } from '../files.ts';
import type { Surroundings } from '../surroundings.ts';

/** A service, a project in it, and as whom it is called: an API key, or a bearer token. */
export type Profile = {
  managementUrl: string;
  writeUrl: string;
  project: string;
  apiKey?: string;
  token?: string;
};

type Env = Surroundings['env'];

/** The profile that is meant where nobody names one. */
export const usualProfile = 'default';

/** The profile that is named, by the flag or by `WRIT_PROFILE`. */
export const namedProfile = (env: Env, flag: string | undefined): string | undefined =>
  flag ?? (env['WRIT_PROFILE'] === '' ? undefined : env['WRIT_PROFILE']);

/** Where profiles are kept; undefined where the environment names no home. */
function pathIn(env: Env): string | undefined {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const config = env['XDG_CONFIG_HOME'] || (home === undefined ? undefined : join(home, '.config'));
  return config === undefined ? undefined : join(config, 'writ', 'profiles.json');
}

/** The profile of a name; undefined when there is none. @throws CommandFault with all its faults. */
export async function findProfile(env: Env, name: string): Promise<Profile | undefined> {
  const { path, entries, faults } = await readFileOf(env);
  const entry = entries.get(name);
  const all = [...faults, ...(entry === undefined ? [] : faultsOf(name, entry))];
  if (all.length > 0) throw unusable(path, all);
  return entry as Profile | undefined;
}

/** All profiles by name. @throws CommandFault with the faults of each. */
export async function listProfiles(env: Env): Promise<Map<string, Profile>> {
  const { path, entries, faults } = await readFileOf(env);
  const all = [...faults, ...[...entries].flatMap(([name, entry]) => faultsOf(name, entry))];
  if (all.length > 0) throw unusable(path, all);
  return entries as Map<string, Profile>;
}

/**
 * Keeps a profile in place of what had its name, or, without one, removes it: for the owner's eyes alone, and all or
 * nothing. The others stay as they are.
 *
 * @returns where it is kept.
 */
export async function keepProfile(env: Env, name: string, profile: Profile | undefined): Promise<string> {
  const { path, entries, faults } = await readFileOf(env);
  if (path === undefined)
    throw new CommandFault(exit.configuration, 'There is no place for profiles.', 'Set HOME.');
  if (faults.length > 0) throw unusable(path, faults);
  if (profile === undefined) entries.delete(name);
  else entries.set(name, profile);
  const folder = dirname(path);
  await withFile(folder, mkdir(folder, { recursive: true, mode: 0o700 }));
  const beside = `${path}.${process.pid}`;
  const text = `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
  await withFile(beside, writeFile(beside, text, { mode: 0o600 }));
  await withFile(path, rename(beside, path));
  return path;
}

type Read = { path: string | undefined; entries: Map<string, unknown>; faults: string[] };

async function readFileOf(env: Env): Promise<Read> {
  const path = pathIn(env);
  const none = { path, entries: new Map<string, unknown>() };
  if (path === undefined) return { ...none, faults: [] };
  try {
    const [text, { mode }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    // Windows has no such rights, and tells none of them.
    const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
    const faults = isOpen ? [`others may read or change it; it has to be 600: chmod 600 ${path}`] : [];
    const json = objectOf(text);
    if (json === undefined) return { ...none, faults: [...faults, 'it is no JSON object'] };
    return { path, entries: new Map(Object.entries(json)), faults };
  } catch (fault) {
    const isMissing = (fault as { code?: string }).code === 'ENOENT';
    return { ...none, faults: isMissing ? [] : [(fault as Error).message] };
  }
}

function objectOf(text: string): object | undefined {
  try {
    const json = JSON.parse(text) as unknown;
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function faultsOf(name: string, entry: unknown): string[] {
  const profile = (typeof entry === 'object' ? entry : null) ?? {};
  const of = (member: keyof Profile) => (profile as Partial<Record<keyof Profile, unknown>>)[member];
  const isText = (member: keyof Profile) => typeof of(member) === 'string' && of(member) !== '';
  const faults = [
    ...(['managementUrl', 'writeUrl'] as const)
      .filter((member) => !isAddress(of(member)))
      .map((member) => `${member} is no address that begins with http`),
    ...(isText('project') ? [] : ['project is missing']),
    ...(isText('apiKey') === isText('token') ? ['it needs either an apiKey or a token'] : []),
  ];
  return faults.map((fault) => `profile ${name}: ${fault}`);
}

/** Whether it is an address that can be called. */
export const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '');

const unusable = (path: string | undefined, faults: readonly string[]): CommandFault =>
  new CommandFault(
    exit.configuration,
    [`${path ?? ''} cannot be used:`, ...faults.map((fault) => `  ${fault}`)].join('\n'),
    'Fix it, or remove it and sign in again with: writ login',
  );
