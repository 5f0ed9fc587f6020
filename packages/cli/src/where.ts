import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWrit, type Writ, type WritSettings } from '@writ/sdk';
import { CommandError, exit, usageError } from './exit.ts';
import {
  isAddress,
  namedProfile,
  readProfiles,
  usualProfile,
  type Profile,
} from './profiles/profile-file.ts';
import type { Surroundings } from './surroundings.ts';

type DemoFile = { integrations?: { hubspot?: string }; groupRef?: string } & Partial<Profile>;

export type Flags = { profile?: string; managementUrl?: string; writeUrl?: string; project?: string };

const variables = {
  managementUrl: 'WRIT_MANAGEMENT_URL',
  writeUrl: 'WRIT_WRITE_URL',
  project: 'WRIT_PROJECT',
  apiKey: 'WRIT_API_KEY',
  token: 'WRIT_TOKEN',
} as const satisfies Record<keyof Profile, string>;

/** Longer than a restart of the service. */
const refusedMs = 10_000;
/** One whole attempt, which a write may need. */
const silentMs = 0;

type Env = Surroundings['env'];
type Given = Partial<Record<keyof Profile, string>>;

export type Where = { settings: WritSettings; writ: Writ; demo: DemoFile | undefined };

/**
 * Flags, then variables, the profile, and the demo of `npm start`; a flag for the profile wins over variables. A stored key
 * goes only to its own addresses.
 * @throws CommandError with all that is missing or wrong
 */
export async function whereFrom(
  { env }: Pick<Surroundings, 'env'>,
  flags: Flags,
  needsProject: boolean,
): Promise<Where> {
  const given = flagsAndVariables(flags.profile === undefined ? env : {}, flags);
  const namesHost = given.managementUrl !== undefined || given.writeUrl !== undefined;
  if (namesHost && flags.profile !== undefined)
    throw usageError('--profile has its own addresses; give it without others.');
  const name = namedProfile(env, flags.profile);
  const profile = namesHost ? undefined : (await readProfiles(env)).get(name ?? usualProfile);
  if (!namesHost && profile === undefined && name !== undefined)
    throw new CommandError(exit.configuration, `There is no profile ${name}.`, 'writ profiles lists them.');
  const demo = namesHost || profile !== undefined ? undefined : await demoOf(env['DATA_DIR'] || '.data');
  // A file of the current folder must not send the caller's own key to another machine.
  const isTrusted =
    (given.apiKey ?? given.token) === undefined || isLocal(demo?.managementUrl, demo?.writeUrl);
  const settings = settingsOf(given, profile ?? (isTrusted ? demo : undefined) ?? {}, needsProject);
  return { settings, writ: createWrit(settings), demo };
}

function settingsOf(given: Given, { apiKey, token, ...stored }: Given, needsProject: boolean): WritSettings {
  const isSigned = given.token !== undefined || given.apiKey !== undefined;
  const found: Given = { ...stored, ...given, ...(!isSigned && { apiKey, token }) };
  const { managementUrl = '', writeUrl = '', project = '' } = found;
  const needed: (keyof Profile)[] = ['managementUrl', 'writeUrl'];
  if (needsProject || found.token === undefined) needed.push('project');
  if (found.token === undefined) needed.push('apiKey');
  const missing = needed.filter((name) => !found[name]).map((name) => variables[name]);
  const wrong = (['managementUrl', 'writeUrl'] as const).filter(
    (name) => found[name] !== undefined && !isAddress(found[name]),
  );
  const errors = wrong.map(
    (name) => `${variables[name]} is no address that begins with http: ${found[name] ?? ''}`,
  );
  if (missing.length > 0) errors.unshift(`Not known: ${missing.join(', ')}.`);
  if (errors.length > 0)
    throw new CommandError(
      exit.configuration,
      errors.join('\n'),
      'Sign in with writ login, set these variables (WRIT_TOKEN instead of WRIT_API_KEY for a bearer token), or start the demo: npm start',
    );
  const credential = found.token === undefined ? { apiKey: found.apiKey ?? '' } : { token: found.token };
  const hosts = { managementUrl: withPath(managementUrl), writeUrl: withPath(writeUrl) };
  return { ...hosts, project, refusedMs, silentMs, ...credential };
}

/** An empty variable counts as absent. */
export function flagsAndVariables(env: Env, { managementUrl, writeUrl, project }: Flags): Given {
  const ofEnv = Object.entries(variables).map(([name, variable]) => [name, env[variable] || undefined]);
  const flags = Object.entries({ managementUrl, writeUrl, project });
  return Object.fromEntries([...ofEnv, ...flags].filter(([, value]) => value !== undefined)) as Given;
}

export const withPath = (address: string): string =>
  URL.parse(address)?.pathname === '/' ? new URL('/v1', address).href : address;

const isLocal = (...addresses: readonly (string | undefined)[]): boolean =>
  addresses.every((address = '') => isLoopback(URL.parse(address)?.hostname ?? ''));

export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

async function demoOf(dataDir: string): Promise<DemoFile | undefined> {
  const path = join(dataDir, 'demo.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as DemoFile;
  } catch {
    throw new CommandError(exit.configuration, `${path} is not JSON.`);
  }
}
