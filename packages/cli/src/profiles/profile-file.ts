import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, exit, usageError } from '../exit.ts';
import { withFile } from '../files.ts';
import { readObject } from '../read-object.ts';
import type { Surroundings } from '../surroundings.ts';

export type Profile = {
  managementUrl: string;
  writeUrl: string;
  project: string;
  apiKey?: string;
  token?: string;
};

type Env = Surroundings['env'];

export const usualProfile = 'default';

export const namedProfile = (env: Env, flag: string | undefined): string | undefined =>
  flag ?? (env['WRIT_PROFILE'] || undefined);

function pathIn(env: Env): string | undefined {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const config = env['XDG_CONFIG_HOME'] || (home === undefined ? undefined : join(home, '.config'));
  return config === undefined ? undefined : join(config, 'writ', 'profiles.json');
}

/** @throws CommandError with every error of the file */
export async function readProfiles(env: Env): Promise<Map<string, Profile>> {
  const path = pathIn(env);
  if (path === undefined) return new Map();
  const errors: string[] = [];
  let profiles = new Map<string, Profile>();
  try {
    const [text, { mode }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    // Windows has no such permissions.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      errors.push(`others may read or change it: chmod 600 ${path}`);
    const read = readObject(text);
    if ('why' in read) errors.push(`it ${read.why}`);
    else profiles = new Map(Object.entries(read.object as Record<string, Profile>));
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') errors.push((error as Error).message);
  }
  if (errors.length === 0) return profiles;
  const lines = [`${path} cannot be used:`, ...errors.map((error) => `  ${error}`)];
  const remedy = 'Fix it, or remove it and sign in again with: writ login';
  throw new CommandError(exit.configuration, lines.join('\n'), remedy);
}

/**
 * Only its owner can read the file, which is replaced as a whole.
 * @returns the path
 */
export async function storeProfile(env: Env, name: string, profile: Profile | undefined): Promise<string> {
  const path = pathIn(env);
  if (path === undefined)
    throw new CommandError(exit.configuration, 'There is no place for profiles.', 'Set HOME.');
  const profiles = await readProfiles(env);
  if (profile === undefined) profiles.delete(name);
  else profiles.set(name, profile);
  const folder = dirname(path);
  await withFile(folder, mkdir(folder, { recursive: true, mode: 0o700 }));
  const next = `${path}.${process.pid}`;
  const text = `${JSON.stringify(Object.fromEntries(profiles), undefined, 2)}\n`;
  await withFile(next, writeFile(next, text, { mode: 0o600 }));
  await withFile(path, rename(next, path));
  return path;
}

export const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '');

/** @throws CommandError if the value is no address */
export function addressOf(value: string, remedy: string): string {
  if (isAddress(value)) return value;
  throw usageError(`${value} is no address that begins with http.`, remedy);
}
