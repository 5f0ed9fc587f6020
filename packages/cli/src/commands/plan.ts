import type { WritePlan } from '@writ/sdk';
import { Option, type Command } from 'commander';
import { CommandFault, exit } from '../exit.ts';
import type { Columns, Printing } from '../output.ts';
import type { Act, Session } from '../session.ts';
import { recordFrom, targetIn, targetOf, type Target } from './write-target.ts';

type Options = Target & Printing & { type: WritePlan['type']; data?: string; id?: string };

export function planCommand(write: Command, act: Act): void {
  targetOf(write.command('plan'))
    .description('shows what a write would send, field by field; nothing is sent')
    .argument('<object>', 'what would be written, such as contacts')
    .addOption(
      new Option('--type <type>', 'the write').choices(['create', 'update', 'delete']).default('create'),
    )
    .option('-d, --data <json>', 'the record as JSON; @file reads a file, @- the input')
    .option('--id <id>', "the CRM's id of the record, where the data lacks it")
    .action(act<[string], Options>(plan));
}

async function plan(session: Session, [objectName]: [string], options: Options): Promise<void> {
  const { writ, print, note } = session;
  const { group, integration } = targetIn(session, options);
  const record = await recordFrom(options, session);
  const [installation] = await writ.installations.listOf(integration, { groupRef: group }).all();
  if (installation === undefined)
    throw new CommandFault(exit.notFound, `${group} has no installation of ${integration}.`);
  const { type } = options;
  const planned = await writ.installations.plan(integration, installation.id, { objectName, type, record });
  if (options.json === true) {
    print.one(planned, planned.configId);
    return;
  }
  const columns: Columns<WritePlan['fields'][number]> = {
    FIELD: ({ name }) => name,
    FATE: ({ fate }) => fate,
    'AT THE CRM': ({ field }) => field,
    VALUE: ({ field }) => (field === undefined ? undefined : planned.record[field]),
    WHY: ({ why }) => why,
  };
  await print.list(planned.fields, columns, ({ field }) => field);
  for (const warning of planned.warnings ?? []) note(warning);
}
