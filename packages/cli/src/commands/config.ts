import { scopes, type ApiKey, type Connection, type Installation } from '@writ/sdk';
import type { Command } from 'commander';
import { exit } from '../exit.ts';
import type { Columns } from '../output.ts';
import { firstOf, mustBeMeant, wholeNumber, type Act, type Session } from '../session.ts';
import { jwtKeyCommands } from './jwt-keys.ts';
import { fileOf } from './write-target.ts';

export function configCommands(program: Command, act: Act): void {
  manifestCommands(program, act);
  customerCommands(program, act);
  keyCommands(program, act);
  jwtKeyCommands(program, act);
}

function manifestCommands(program: Command, act: Act): void {
  const manifest = program
    .command('manifest')
    .helpGroup('Configure:')
    .description('applies the manifest: which objects are written');
  const of = (name: string, description: string) =>
    manifest
      .command(name)
      .description(description)
      .argument('<file>', 'the manifest, as YAML')
      .option('--destructive', 'also drops the integrations that it lacks');
  of('apply', 'makes and changes the integrations that it names').action(
    act<[string], { destructive?: boolean }>(async ({ writ, print }, [file], { destructive }) => {
      const applied = await writ.integrations.apply({ sourceYaml: await fileOf(file) }, { destructive });
      const integrations = 'changes' in applied ? [] : applied;
      await print.list(integrations, { ID: ({ id }) => id, NAME: ({ name }) => name }, ({ id }) => id);
    }),
  );
  of('diff', 'shows what would change; ends with 1 when anything would').action(
    act<[string], { destructive?: boolean }>(async (session, [file], { destructive }) => {
      const changes = await planned(session, file, destructive);
      const columns = { CHANGE: ({ change }: Change) => change, NAME: ({ name }: Change) => name };
      await session.print.list(changes, columns, ({ name }) => name);
      return changes.every(({ change }) => change === 'keep') ? exit.done : exit.writeFailed;
    }),
  );
  of('check', 'tells all its faults; nothing is changed').action(
    act<[string], { destructive?: boolean }>(async (session, [file], { destructive }) => {
      await planned(session, file, destructive);
      session.note(`${file} can be applied.`);
    }),
  );
}

type Change = { name: string; change: string };

async function planned(
  { writ }: Session,
  file: string,
  destructive: boolean | undefined,
): Promise<readonly Change[]> {
  const plan = await writ.integrations.apply(
    { sourceYaml: await fileOf(file) },
    { dryRun: true, destructive },
  );
  return 'changes' in plan ? plan.changes : [];
}

const installationColumns: Columns<Installation> = {
  ID: ({ id }) => id,
  GROUP: ({ group }) => group.groupRef,
  INTEGRATION: ({ integrationId }) => integrationId,
  HEALTH: ({ healthStatus }) => healthStatus,
};

const connectionColumns: Columns<Connection> = {
  ID: ({ id }) => id,
  GROUP: ({ group }) => group.groupRef,
  PROVIDER: ({ provider }) => provider,
  STATUS: ({ status }) => status,
};

type Limited = { group?: string; limit: number };

function customerCommands(program: Command, act: Act): void {
  const limited = (command: Command) =>
    command
      .option('-g, --group <groupRef>', 'of one customer')
      .option('--limit <count>', 'at most so many', wholeNumber, 50);
  const installations = program
    .command('installations')
    .helpGroup('Configure:')
    .description('looks at what customers have installed');
  limited(installations.command('list').description('lists installations')).action(
    act<[], Limited>(({ writ, print }, _, { group, limit }) => {
      const list = writ.installations.list({ groupRef: group });
      return print.list(firstOf(list, limit), installationColumns, ({ id }) => id);
    }),
  );
  installations
    .command('get')
    .description('shows an installation with its config')
    .argument('<integration>', 'its id or name')
    .argument('<id>')
    .action(
      act<[string, string], object>(async ({ writ, print }, [integration, id]) =>
        print.one(await writ.installations.get(integration, id), id),
      ),
    );
  const connections = program
    .command('connections')
    .helpGroup('Configure:')
    .description("looks at connections to customers' CRMs");
  limited(connections.command('list').description('lists connections')).action(
    act<[], Limited>(({ writ, print }, _, { group, limit }) => {
      const list = writ.connections.list({ groupRef: group });
      return print.list(firstOf(list, limit), connectionColumns, ({ id }) => id);
    }),
  );
  connections
    .command('get')
    .description('shows a connection, without credentials')
    .argument('<id>')
    .action(
      act<[string], object>(async ({ writ, print }, [id]) => print.one(await writ.connections.get(id), id)),
    );
}

const keyColumns: Columns<ApiKey> = {
  ID: ({ id }) => id,
  LABEL: ({ label }) => label,
  ACTIVE: ({ active }) => active,
  SCOPES: ({ scopes }) => scopes.join(','),
  PREFIX: ({ prefix }) => prefix,
  'LAST USED': ({ lastUsedTime }) => lastUsedTime,
  EXPIRES: ({ expireTime }) => expireTime,
};

type NewKey = { label: string; scopes: string };

function keyCommands(program: Command, act: Act): void {
  const keys = program.command('keys').helpGroup('Configure:').description('makes and revokes API keys');
  keys
    .command('list')
    .description('lists keys')
    .action(
      act<[], object>(({ writ, print }) => print.list(writ.apiKeys.list(), keyColumns, ({ id }) => id)),
    );
  keys
    .command('create')
    .description('makes a key, and shows it this once')
    .requiredOption('--label <text>', 'what it is for')
    .option('--scopes <scopes>', `what it may do, parted by commas: ${scopes.join(', ')}`, 'full')
    .action(
      act<[], NewKey>(async ({ writ, print }, _, { label, scopes: given }) => {
        const key = await writ.apiKeys.create({ label, scopes: given.split(',') as ApiKey['scopes'] });
        print.one(key, key.key);
      }),
    );
  keys
    .command('revoke')
    .description('ends a key at once')
    .argument('<id>')
    .option('--yes', 'do it')
    .action(
      act<[string], { yes?: boolean }>(async ({ writ, print }, [id], { yes }) => {
        mustBeMeant(yes, 'ends the key for everybody who uses it');
        print.one(await writ.apiKeys.update(id, { updateMask: ['active'], apiKey: { active: false } }), id);
      }),
    );
}
