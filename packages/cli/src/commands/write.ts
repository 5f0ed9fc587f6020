import { randomUUID } from 'node:crypto';
import type { WriteOptions } from '@writ/sdk';
import type { JsonRecord } from '../read-object.ts';
import { Option, type Command } from 'commander';
import { retryFailed } from '../batch/retry-failed.ts';
import { handOverBatch, writeBatch, type Batch } from '../batch/write-batch.ts';
import { exit, type ExitCode } from '../exit.ts';
import { needing } from '../options.ts';
import { printEnd } from './operations.ts';
import { planCommand } from './plan.ts';
import { wholeNumber, type Act, type Session } from '../session.ts';
import { recordFrom, targetIn, targetOf, type Target } from './write-target.ts';

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
  const write = program.command('write').helpGroup('Write:').description('writes records');
  const aboutRecord = (command: Command) =>
    targetOf(command.argument('<object>', 'what is written, such as contacts'))
      .option('--key <key>', 'the same key is the same write: it is done once')
      .addHelpText(
        'after',
        '\nExit: 1 the write failed, 2 usage, 3 not found, 4 credentials, 5 conflict, 6 refused, 7 unavailable, 8 not ended in time.',
      );
  for (const type of ['create', 'update'] as const)
    needing(aboutRecord(write.command(type)), {
      '--wait': '--async',
      '--timeout': '--wait',
      '--retry-hours': '--async',
    })
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
        const customer = customerOf(session, options);
        const done = await askingOnce(session, options, (own) => customer.delete(object, options.id, own));
        session.print.one(done, options.id);
      }),
    );
  planCommand(write, act);
  batchCommand(write, act);
}

type BatchOptions = Target &
  Pick<Batch, 'update' | 'results' | 'key' | 'retryHours'> & { async?: boolean; retryFailed?: boolean };

function batchCommand(write: Command, act: Act): void {
  targetOf(write.command('batch'))
    .description(
      'writes the records of a file, 100 per operation, and waits for their results; run it again to continue after an interruption',
    )
    .argument('<object>', 'what is written, such as contacts')
    .argument('<file>', 'a JSON object a line (.ndjson), or CSV with a line of names (.csv)')
    .option('--update', 'changes the records, whose `id` the file holds, instead of creating them')
    .option('--results <file>', 'where one result a record goes; <file>.results.ndjson when absent')
    .option('--key <key>', 'names the run; by default the file and the target do, so that it is done once')
    .option('--retry-hours <hours>', 'how long each record is tried, 1 to 48; 1 if absent', wholeNumber)
    .addOption(
      new Option('--async', 'prints the operations as soon as all records are stored').conflicts(
        'retryFailed',
      ),
    )
    .option('--retry-failed', 'sends the failed records again, and updates their results')
    .action(
      act<[string, string], BatchOptions>((session, [object, file], options) => {
        const batch: Batch = { ...targetIn(session, options), object, file, ...options };
        if (options.async === true) return handOverBatch(session, batch);
        return options.retryFailed === true ? retryFailed(session, batch) : writeBatch(session, batch);
      }),
    );
}

const customerOf = (session: Session, options: Target) => {
  const { group, integration } = targetIn(session, options);
  return session.writ.integration(integration).for(group);
};

/** Asks for one write; whoever stops the command before it is answered is told how the same write can be asked for. */
async function askingOnce<T>(
  { around: { signal, stderr } }: Session,
  { key = randomUUID() }: Options,
  ask: (own: WriteOptions) => Promise<T>,
): Promise<T> {
  try {
    return await ask({ signal, idempotencyKey: key });
  } catch (fault) {
    if (signal.aborted)
      stderr.write(`Stopped before the answer.\nTo ask again, so that it is done once: --key ${key}\n`);
    throw fault;
  }
}

async function writeOne(
  session: Session,
  type: 'create' | 'update',
  object: string,
  options: Options,
): Promise<ExitCode> {
  const customer = customerOf(session, options);
  const record = (await recordFrom(options, session)) as JsonRecord & { id: string };
  if (options.async !== true) {
    const done = await askingOnce(session, options, (own) =>
      type === 'create' ? customer.create(object, record, own) : customer.update(object, record, own),
    );
    session.print.one(done, done.recordId);
    return exit.done;
  }
  const limit = options.retryHours === undefined ? {} : { retryHours: options.retryHours };
  const operation = await askingOnce(session, options, (own) =>
    type === 'create'
      ? customer.createLater(object, record, { ...own, ...limit })
      : customer.updateLater(object, record, { ...own, ...limit }),
  );
  if (options.wait === true) return printEnd(session, operation, options.timeout);
  session.print.one({ operationId: operation.operationId }, operation.operationId);
  return exit.done;
}
