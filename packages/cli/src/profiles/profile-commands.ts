import { createWrit, type Whoami } from '@writ/sdk';
import type { Command } from 'commander';
import type { ActAlone, Alone } from '../session.ts';
import { CommandFault, exit } from '../exit.ts';
import { lookingAt } from '../options.ts';
import { flagsAndVariables, withPath, type Flags } from '../where.ts';
import {
  isAddress,
  keepProfile,
  listProfiles,
  namedProfile,
  usualProfile,
  type Profile,
} from './profile-file.ts';
import { readSecret } from './read-secret.ts';

const whoamiLimitMs = 15_000;

export function profileCommands(program: Command, alone: ActAlone): void {
  program
    .command('login')
    .helpGroup('Set up:')
    .description('keeps a service and a key as a profile; the key is read from the input, or asked for')
    .option('--bearer', "what is read is a bearer token, such as an administrator's, and no API key")
    .addHelpText(
      'after',
      '\nwrit login --management-url https://writ.example.com/v1 --write-url https://write.example.com/v1 < key-file',
    )
    .action(alone<[], Flags & { bearer?: boolean }>(login));
  lookingAt(program.command('logout'), 'profile')
    .helpGroup('Set up:')
    .description('forgets a profile; its key goes on working until it is revoked')
    .action(alone<[], Flags>(logout));
  lookingAt(program.command('profiles'))
    .helpGroup('Set up:')
    .description('lists profiles, without their keys')
    .action(
      alone<[], object>(async ({ around, print }) => {
        const profiles = [...(await listProfiles(around.env))].map(([name, profile]) => shown(name, profile));
        const columns = {
          NAME: ({ name }: Shown) => name,
          PROJECT: ({ project }: Shown) => project,
          MANAGEMENT: ({ managementUrl }: Shown) => managementUrl,
          WRITE: ({ writeUrl }: Shown) => writeUrl,
          CREDENTIAL: ({ credential }: Shown) => credential,
        };
        await print.list(profiles, columns, ({ name }) => name);
      }),
    );
}

type Shown = ReturnType<typeof shown>;
const shown = (name: string, { managementUrl, writeUrl, project, token }: Profile) => ({
  name,
  project,
  managementUrl,
  writeUrl,
  credential: token === undefined ? 'API key' : 'bearer token',
});

function hostIn(address: string | undefined): string {
  if (address !== undefined && isAddress(address)) return withPath(address);
  throw new CommandFault(
    exit.usage,
    address === undefined
      ? 'Both --management-url and --write-url are needed.'
      : `${address} is no address that begins with http.`,
    'Behind one edge both are the same: https://writ.example.com/v1',
  );
}

async function login({ around, print, note }: Alone, _: [], options: Flags & { bearer?: boolean }) {
  const given = flagsAndVariables(around.env, options);
  const hosts = { managementUrl: hostIn(given.managementUrl), writeUrl: hostIn(given.writeUrl) };
  const secret = await readSecret(around, options.bearer === true ? 'bearer token' : 'API key');
  const credential = options.bearer === true ? { token: secret } : { apiKey: secret };
  const limits = { totalMs: whoamiLimitMs, signal: around.signal };
  const caller = await createWrit({ ...hosts, project: '', ...credential }).whoami(limits);
  const project = projectOf(caller, given.project);
  const name = namedProfile(around.env, options.profile) ?? usualProfile;
  const path = await keepProfile(around.env, name, { ...hosts, project, ...credential });
  print.one({ ...shown(name, { ...hosts, project, ...credential }), scopes: caller.scopes }, name);
  note(`It is kept in ${path}, for you alone. writ doctor looks whether all of it works.`);
}

/** A key has a project of its own; an administrator's token is told which is meant. */
function projectOf({ project }: Whoami, given: string | undefined): string {
  if (project === undefined && given === undefined)
    throw new CommandFault(exit.usage, 'This token is of no project.', 'Name one with --project.');
  if (project === undefined || given === undefined) return given ?? project?.name ?? '';
  if (![project.id, project.name].includes(given))
    throw new CommandFault(exit.credentials, `The key is of the project ${project.name}, not of ${given}.`);
  return given;
}

async function logout({ around, print }: Alone, _: [], { profile }: Flags): Promise<void> {
  const name = namedProfile(around.env, profile) ?? usualProfile;
  const known = await listProfiles(around.env);
  if (!known.has(name)) throw new CommandFault(exit.notFound, `There is no profile ${name}.`);
  await keepProfile(around.env, name, undefined);
  print.one({ forgotten: name }, name);
}
