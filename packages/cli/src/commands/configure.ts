import type { ApiKey, Writ } from '@writ/sdk';
import type { Command } from 'commander';
import { exit } from '../exit.ts';
import { help } from '../openapi/help.ts';
import { filtersOf, optionOf } from '../options.ts';
import type { Acts, Session } from '../session.ts';
import { jwtKeyCommands } from './jwt-keys.ts';
import { resourceOf } from './resource.ts';
import { fileOf } from './write-target.ts';

export function configureCommands(program: Command, acts: Acts): void {
  manifestCommands(program, acts);
  installationCommands(program, acts);
  connectionCommands(program, acts);
  keyCommands(program, acts);
  jwtKeyCommands(program, acts);
}

type Destructive = { destructive?: boolean };

function manifestCommands(program: Command, { act }: Acts): void {
  const description = 'Apply a manifest: which objects are written';
  const manifest = program.command('manifest').helpGroup('Configure:').description(description);
  const add = (
    verb: string,
    about: string,
    perform: (session: Session, file: string, options: Destructive) => Promise<unknown>,
  ) =>
    manifest
      .command(`${verb} <file>`)
      .description(about)
      .addOption(optionOf('putIntegrationsBatch', 'destructive', '--destructive'))
      .action(act<[string], Destructive>((session, [file], options) => perform(session, file, options)));
  add('apply', help.putIntegrationsBatch.summary, async ({ writ, print }, file, { destructive }) => {
    const applied = await writ.integrations.apply({ sourceYaml: await fileOf(file) }, { destructive });
    await print.list('changes' in applied ? [] : applied, { ID: 'id', NAME: 'name' });
  });
  add('diff', 'Show what would change; exit code 1 if anything would', async (session, file, options) => {
    const changes = await changesOf(session, file, options);
    await session.print.list(changes, { CHANGE: 'change', NAME: 'name' }, ({ name }) => name);
    return changes.every(({ change }) => change === 'keep') ? exit.done : exit.writeFailed;
  });
  add('check', 'Show all errors of a manifest, and change nothing', async (session, file, options) => {
    await changesOf(session, file, options);
    session.note(`${file} can be applied.`);
  });
}

async function changesOf({ writ }: Session, file: string, { destructive }: Destructive) {
  const manifest = { sourceYaml: await fileOf(file) };
  const plan = await writ.integrations.apply(manifest, { dryRun: true, destructive });
  return 'changes' in plan ? plan.changes : [];
}

function installationCommands(program: Command, { act }: Acts): void {
  const description = 'Show the installations of customers';
  const installations = resourceOf(program, act, 'installations', 'Configure:', description);
  installations.list('list', 'getInstallations', {
    filters: filtersOf('getInstallations', { '-g, --group <groupRef>': 'groupRef' }),
    entries: (writ, query) => writ.installations.list(query),
    columns: {
      ID: 'id',
      GROUP: ({ group }) => group.groupRef,
      INTEGRATION: 'integrationId',
      HEALTH: 'healthStatus',
    },
  });
  installations
    .add('get <integration> <id>', 'getIntegrationInstallation')
    .action(
      act<[string, string], object>(async ({ writ, print }, [integration, id]) =>
        print.one(await writ.installations.get(integration, id), id),
      ),
    );
}

function connectionCommands(program: Command, { act }: Acts): void {
  const description = "Show connections to customers' CRMs";
  const connections = resourceOf(program, act, 'connections', 'Configure:', description);
  connections.list('list', 'getConnections', {
    filters: filtersOf('getConnections', { '-g, --group <groupRef>': 'groupRef' }),
    entries: (writ, query) => writ.connections.list(query),
    columns: { ID: 'id', GROUP: ({ group }) => group.groupRef, PROVIDER: 'provider', STATUS: 'status' },
  });
  connections.one('get <id>', 'getConnection', (writ, id) => writ.connections.get(id));
}

function keyCommands(program: Command, { act }: Acts): void {
  const { label, scopes } = help.postApiKey.inputs;
  const keys = resourceOf(program, act, 'keys', 'Configure:', 'Create and revoke API keys');
  keys.list('list', 'getApiKeys', {
    isShort: true,
    entries: (writ) => writ.apiKeys.list(),
    columns: {
      ID: 'id',
      LABEL: 'label',
      ACTIVE: 'active',
      SCOPES: (key) => key.scopes.join(','),
      PREFIX: 'prefix',
      'LAST USED': 'lastUsedTime',
      EXPIRES: 'expireTime',
    },
  });
  keys
    .add('create', 'postApiKey')
    .requiredOption('--label <text>', label.description)
    .option('--scopes <scopes>', `What it may do, separated by commas: ${scopes.values.join(', ')}`, 'full')
    .action(
      act<[], { label: string; scopes: string }>(async ({ writ, print }, _, options) => {
        const wanted = options.scopes.split(',') as ApiKey['scopes'];
        const key = await writ.apiKeys.create({ label: options.label, scopes: wanted });
        print.one(key, key.key);
      }),
    );
  const revoke = (writ: Writ, id: string) =>
    writ.apiKeys.update(id, { updateMask: ['active'], apiKey: { active: false } });
  keys
    .one('revoke <id>', 'patchApiKey', revoke, { does: 'ends the key for every program that uses it' })
    .description('Revoke an API key immediately');
}
