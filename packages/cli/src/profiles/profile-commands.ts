import { createWrit, type Whoami } from '@writ/sdk';
import type { Command } from 'commander';
import { CommandError, exit, usageError } from '../exit.ts';
import { usingOnly } from '../options.ts';
import type { Acts, Alone } from '../session.ts';
import { flagsAndVariables, withPath, type Flags } from '../where.ts';
import {
  addressOf,
  namedProfile,
  readProfiles,
  storeProfile,
  usualProfile,
  type Profile,
} from './profile-file.ts';
import { readSecret } from './read-secret.ts';

const whoamiLimitMs = 15_000;

export function profileCommands(program: Command, { alone }: Acts): void {
  program
    .command('login')
    .helpGroup('Set up:')
    .description('Store a service and a key as a profile; the key is read from the input or asked for')
    .option('--bearer', "Read a bearer token, such as an administrator's, instead of an API key")
    .addHelpText(
      'after',
      '\nwrit login --management-url https://writ.example.com/v1 --write-url https://write.example.com/v1 < key-file',
    )
    .action(alone<[], Flags & { bearer?: boolean }>(login));
  usingOnly(program.command('logout'), 'profile')
    .helpGroup('Set up:')
    .description('Delete a profile; its key works until it is revoked')
    .action(alone<[], Flags>(logout));
  usingOnly(program.command('profiles'))
    .helpGroup('Set up:')
    .description('List profiles, without their keys')
    .action(
      alone<[], object>(async ({ around, print }) => {
        const profiles = [...(await readProfiles(around.env))].map(([name, profile]) => shown(name, profile));
        await print.list(profiles, {
          NAME: 'name',
          PROJECT: 'project',
          MANAGEMENT: 'managementUrl',
          WRITE: 'writeUrl',
          CREDENTIAL: 'credential',
        });
      }),
    );
}

const shown = (name: string, { managementUrl, writeUrl, project, token }: Profile) => ({
  name,
  project,
  managementUrl,
  writeUrl,
  credential: token === undefined ? 'API key' : 'bearer token',
});

function hostIn(address: string | undefined): string {
  const remedy = 'Behind one edge both are the same: https://writ.example.com/v1';
  if (address === undefined) throw usageError('Both --management-url and --write-url are needed.', remedy);
  return withPath(addressOf(address, remedy));
}

async function login({ around, print, note }: Alone, _: [], options: Flags & { bearer?: boolean }) {
  const given = flagsAndVariables(around.env, options);
  const hosts = { managementUrl: hostIn(given.managementUrl), writeUrl: hostIn(given.writeUrl) };
  const secret = await readSecret(around, options.bearer === true ? 'bearer token' : 'API key');
  const credential = options.bearer === true ? { token: secret } : { apiKey: secret };
  const limits = { totalMs: whoamiLimitMs, signal: around.signal };
  const caller = await createWrit({ ...hosts, project: '', ...credential }).whoami(limits);
  const profile = { ...hosts, project: projectOf(caller, given.project), ...credential };
  const name = namedProfile(around.env, options.profile) ?? usualProfile;
  const path = await storeProfile(around.env, name, profile);
  print.one({ ...shown(name, profile), scopes: caller.scopes }, name);
  note(`Stored in ${path}, readable only by you. writ doctor checks the service.`);
}

function projectOf({ project }: Whoami, given: string | undefined): string {
  if (project === undefined && given === undefined)
    throw usageError('This token belongs to no project.', 'Name one with --project.');
  if (project === undefined || given === undefined) return given ?? project?.name ?? '';
  if (![project.id, project.name].includes(given))
    throw new CommandError(exit.credentials, `The key is of the project ${project.name}, not of ${given}.`);
  return given;
}

async function logout({ around, print }: Alone, _: [], { profile }: Flags): Promise<void> {
  const name = namedProfile(around.env, profile) ?? usualProfile;
  if (!(await readProfiles(around.env)).has(name))
    throw new CommandError(exit.notFound, `There is no profile ${name}.`);
  await storeProfile(around.env, name, undefined);
  print.one({ forgotten: name }, name);
}
