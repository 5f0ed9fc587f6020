import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWrit, type WritSettings } from '@writ/sdk';
import { CommandFault, exit } from './exit.ts';
import { findProfile, isAddress, namedProfile, usualProfile, type Profile } from './profiles/profile-file.ts';
import type { Surroundings } from './surroundings.ts';

/** The file that `npm start` leaves. */
type DemoFile = { integrations?: { hubspot?: string }; groupRef?: string } & Partial<Profile>;

/** What every command may be told of the service. */
export type Flags = { profile?: string; managementUrl?: string; writeUrl?: string; project?: string };

const variables = {
  managementUrl: 'WRIT_MANAGEMENT_URL',
  writeUrl: 'WRIT_WRITE_URL',
  project: 'WRIT_PROJECT',
  apiKey: 'WRIT_API_KEY',
  token: 'WRIT_TOKEN',
} as const satisfies Record<keyof Profile, string>;

/** Who sits before it is told soon that nothing listens there; a service that starts anew takes less. */
const refusedMs = 10_000;
/** Who sits before it waits for one try of a host that answers nothing, which a write may need all of. */
const silentMs = 0;

type Env = Surroundings['env'];
type Given = Partial<Record<keyof Profile, string>>;

/** Where the service is, and as whom it is called. */
export type Where = {
  settings: WritSettings;
  writ: ReturnType<typeof createWrit>;
  demo: DemoFile | undefined;
};

/**
 * Flags come first, then variables, then the profile, then the demo of a running `npm start`. A profile that a flag
 * names comes before variables. What a file keeps counts as a whole: where an address is given otherwise its key does
 * not go there.
 *
 * @param ofProject whether the command is about a project; without one a bearer token needs none, and it is empty
 * @throws CommandFault naming all that is missing or wrong.
 */
export async function whereFrom(
  { env }: Pick<Surroundings, 'env'>,
  flags: Flags = {},
  ofProject = true,
): Promise<Where> {
  const given = flagsAndVariables(flags.profile === undefined ? env : {}, flags);
  const namesHost = given.managementUrl !== undefined || given.writeUrl !== undefined;
  if (namesHost && flags.profile !== undefined)
    throw new CommandFault(exit.usage, '--profile has its own addresses, so no other one can be given.');
  const name = namedProfile(env, flags.profile);
  const profile = namesHost ? undefined : await findProfile(env, name ?? usualProfile);
  if (!namesHost && profile === undefined && name !== undefined)
    throw new CommandFault(
      exit.configuration,
      `There is no profile ${name}.`,
      'writ profiles lists those that there are.',
    );
  const demo = namesHost || profile !== undefined ? undefined : await demoOf(env['DATA_DIR'] || '.data');
  // The folder that one stands in is nobody's word for where a key of one's own may go, but for this machine.
  const isTrusted =
    (given.apiKey ?? given.token) === undefined || isLocal(demo?.managementUrl, demo?.writeUrl);
  const settings = settingsOf(given, profile ?? (isTrusted ? demo : undefined) ?? {}, ofProject);
  return { settings, writ: createWrit(settings), demo };
}

function settingsOf(given: Given, { apiKey, token, ...kept }: Given, ofProject: boolean): WritSettings {
  const isSigned = given.token !== undefined || given.apiKey !== undefined;
  const found: Given = { ...kept, ...given, ...(!isSigned && { apiKey, token }) };
  const hasToken = found.token !== undefined;
  const needed = [
    'managementUrl',
    'writeUrl',
    ...(ofProject || !hasToken ? ['project'] : []),
    ...(hasToken ? [] : ['apiKey']),
  ];
  const missing = (needed as (keyof Profile)[]).filter((name) => found[name] === undefined);
  const wrong = (['managementUrl', 'writeUrl'] as const).filter(
    (name) => found[name] !== undefined && !isAddress(found[name]),
  );
  const faults = [
    ...(missing.length > 0 ? [`Not known: ${missing.map((name) => variables[name]).join(', ')}.`] : []),
    ...wrong.map((name) => `${variables[name]} is no address that begins with http: ${found[name] ?? ''}`),
  ];
  if (faults.length > 0)
    throw new CommandFault(
      exit.configuration,
      faults.join('\n'),
      'Sign in with writ login, set these variables (WRIT_TOKEN in place of WRIT_API_KEY for a bearer token), or start the demo: npm start',
    );
  const { managementUrl = '', writeUrl = '', project = '' } = found;
  const credential = found.token === undefined ? { apiKey: found.apiKey ?? '' } : { token: found.token };
  const hosts = { managementUrl: withPath(managementUrl), writeUrl: withPath(writeUrl) };
  return { ...hosts, project, refusedMs, silentMs, ...credential };
}

/** What flags say, and variables where no flag does. An empty variable is none. */
export function flagsAndVariables(env: Env, { managementUrl, writeUrl, project }: Flags): Given {
  const ofEnv = Object.entries(variables).map(([name, variable]) => [name, env[variable] || undefined]);
  const flags = Object.entries({ managementUrl, writeUrl, project });
  return Object.fromEntries([...ofEnv, ...flags].filter(([, value]) => value !== undefined)) as Given;
}

/** An address without a path is that of a host, whose API is below `/v1`. */
export const withPath = (address: string): string =>
  URL.parse(address)?.pathname === '/' ? new URL('/v1', address).href : address;

const isLocal = (...addresses: readonly (string | undefined)[]): boolean =>
  addresses.every((address = '') =>
    /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(address)?.hostname ?? ''),
  );

async function demoOf(dataDir: string): Promise<DemoFile | undefined> {
  const text = await readFile(join(dataDir, 'demo.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as DemoFile;
  } catch {
    throw new CommandFault(exit.configuration, `${join(dataDir, 'demo.json')} is no JSON.`);
  }
}
