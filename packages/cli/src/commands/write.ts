import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { WriteOptions, WriteRecord } from '@writ/sdk';
import type { Command } from 'commander';
import { writeBatch } from '../batch/write-batch.ts';
import { CommandFault, exit, type ExitCode } from '../exit.ts';
import { printEnd } from './operations.ts';
import { wholeNumber, type Act, type Session } from './session.ts';

type Target = { group?: string; integration?: string };
type Options = Target & {
  data?: string;
  id?: string;
  key?: string;
  async?: boolean;
  wait?: boolean;
  timeout?: number;
  retryHours?: number;
};

export function writeCommands(program: Command, act: Act): void {
  const write = program.command('write').description('writes records');
  const aboutRecord = (command: Command) =>
    targetOf(command.argument('<object>', 'what is written, such as contacts'))
      .option('--key <key>', 'the same key is the same write: it is done once')
      .addHelpText(
        'after',
        '\nExit: 1 the write failed, 2 usage, 3 not found, 4 credentials, 5 conflict, 6 refused, 7 unavailable, 8 not ended in time.',
      );
  for (const type of ['create', 'update'] as const)
    aboutRecord(write.command(type))
      .description(`${type}s a record`)
      .requiredOption('-d, --data <json>', 'the record as JSON; @file reads a file, @- the input')
      .option('--id <id>', "the CRM's id of the record, where the data lacks it")
      .option('--async', 'is answered as soon as the write is stored')
      .option('--wait', 'with --async: until the write has ended')
      .option('--timeout <seconds>', 'with --wait: at most so long', wholeNumber, 600)
      .option('--retry-hours <hours>', 'with --async: is tried so long', wholeNumber)
      .action(
        act<[string], Options>((session, [object], options) => writeOne(session, type, object, options)),
      );
  aboutRecord(write.command('delete'))
    .description('deletes a record')
    .requiredOption('--id <id>', "the CRM's id of the record")
    .action(
      act<[string], Options & { id: string }>(async (session, [object], options) => {
        const done = await customerOf(session, options).delete(object, options.id, ownOf(session, options));
        session.print.one(done, options.id);
      }),
    );
  targetOf(write.command('batch'))
    .description(
      'writes the records of a file, 100 a request; after an interruption the same command goes on',
    )
    .argument('<object>', 'what is written, such as contacts')
    .argument('<file>', 'a JSON object a line (.ndjson), or CSV with a line of names (.csv)')
    .option('--update', 'changes the records, whose `id` the file holds, instead of creating them')
    .option('--results <file>', 'where one result a record goes; <file>.results.ndjson when absent')
    .option('--key <key>', 'names the run; by default the file and the target do, so that it is done once')
    .action(
      act<[string, string], Target & { update?: boolean; results?: string; key?: string }>(
        (session, [object, file], options) =>
          writeBatch(session, { ...targetIn(session, options), object, file, ...options }),
      ),
    );
}

const targetOf = (command: Command): Command =>
  command
    .option('-g, --group <groupRef>', 'the customer; in the demo its own')
    .option('-i, --integration <name>', "the integration; in the demo HubSpot's");

/** The customer and the integration; the demo has one of each to begin with. */
function targetIn({ demo }: Session, options: Target): { group: string; integration: string } {
  const group = options.group ?? demo?.groupRef;
  const integration = options.integration ?? demo?.integrations?.hubspot;
  if (group === undefined || integration === undefined)
    throw new CommandFault(exit.usage, 'Both --group and --integration are needed here.');
  return { group, integration };
}

const customerOf = (session: Session, options: Target) => {
  const { group, integration } = targetIn(session, options);
  return session.writ.integration(integration).for(group);
};

const ownOf = ({ around }: Session, { key }: Options): WriteOptions => ({
  signal: around.signal,
  ...(key !== undefined && { idempotencyKey: key }),
});

async function writeOne(
  session: Session,
  type: 'create' | 'update',
  object: string,
  options: Options,
): Promise<ExitCode> {
  const customer = customerOf(session, options);
  const own = ownOf(session, options);
  const data = await recordFrom(options.data ?? '', session);
  const record = { ...data, ...(options.id !== undefined && { id: options.id }) } as WriteRecord & {
    id: string;
  };
  if (options.async !== true) {
    const done = await (type === 'create'
      ? customer.create(object, record, own)
      : customer.update(object, record, own));
    session.print.one(done, done.recordId);
    return exit.done;
  }
  const later = { ...own, ...(options.retryHours !== undefined && { retryHours: options.retryHours }) };
  const operation = await (type === 'create'
    ? customer.createLater(object, record, later)
    : customer.updateLater(object, record, later));
  if (options.wait === true) return printEnd(session, operation, options.timeout);
  session.print.one({ operationId: operation.operationId }, operation.operationId);
  return exit.done;
}

/** The record that an option gives: as it is, of a file, or of the input. */
async function recordFrom(data: string, { around }: Session): Promise<WriteRecord> {
  const json =
    data === '@-' ? await text(around.stdin) : data.startsWith('@') ? await fileOf(data.slice(1)) : data;
  try {
    const record = JSON.parse(json) as unknown;
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record as WriteRecord;
  } catch {
    // Told below, as what is no object.
  }
  throw new CommandFault(
    exit.usage,
    '--data is no JSON object.',
    `For example: --data '{"email":"ada@example.com"}'`,
  );
}

/** A file that the command line names. @throws CommandFault when it cannot be read. */
export const fileOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandFault(exit.usage, `${path} cannot be read: ${(cause as Error).message}`);
  });
