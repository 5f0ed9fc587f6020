import { randomUUID } from 'node:crypto';
import type { LaterOperation, LaterOptions, WriteOptions, WritePlan } from '@writ/sdk';
import { Option, type Command } from 'commander';
import { retryFailed } from '../batch/retry-failed.ts';
import type { Batch } from '../batch/survey.ts';
import { handOverBatch, writeBatch } from '../batch/write-batch.ts';
import { CommandError, exit, usageError, type ExitCode } from '../exit.ts';
import { needing, optionOf } from '../options.ts';
import type { Printing } from '../output.ts';
import type { JsonRecord } from '../read-object.ts';
import { wholeNumber, type Act, type Acts, type Session } from '../session.ts';
import { printEnd } from './operations.ts';
import { dataOption, idOption, recordFrom, targetIn, targetOf, type Target } from './write-target.ts';

type Options = Target & {
  data?: string;
  id?: string;
  key?: string;
  async?: boolean;
  wait?: boolean;
  timeout?: number;
  retryHours?: number;
};

export function writeCommands(program: Command, { act }: Acts): void {
  const write = program.command('write').helpGroup('Write:').description('Write records');
  const aboutRecord = (command: Command) =>
    targetOf(command)
      .option('--key <key>', 'Idempotency key: a repeated write with the same key is done once')
      .addHelpText(
        'after',
        '\nExit codes: 1 write failed, 2 usage, 3 not found, 4 credentials, 5 conflict, 6 refused, 7 unavailable, 8 not ended in time.',
      );
  for (const type of ['create', 'update'] as const)
    needing(aboutRecord(write.command(type)), {
      '--wait': '--async',
      '--timeout': '--wait',
      '--retry-hours': '--async',
    })
      .description(`${type === 'create' ? 'Create' : 'Update'} a record`)
      .requiredOption(...dataOption)
      .option(...idOption)
      .option('--async', 'End as soon as the write is stored')
      .option('--wait', 'With --async: wait for the end of the write')
      .option('--timeout <seconds>', 'With --wait: longest wait', wholeNumber, 600)
      .option('--retry-hours <hours>', 'With --async: how long the write is retried', wholeNumber)
      .action(
        act<[string], Options>(async (session, [object], options) => {
          const customer = customerOf(session, options);
          const record = (await recordFrom(options, session)) as JsonRecord & { id: string };
          return writeOne(session, options, {
            now: (own) => customer[type](object, record, own),
            later: (own) => customer[`${type}Later`](object, record, own),
          });
        }),
      );
  aboutRecord(write.command('delete'))
    .description('Delete a record')
    .requiredOption(...idOption)
    .action(
      act<[string], Options & { id: string }>(async (session, [object], options) => {
        const customer = customerOf(session, options);
        const done = await sendOnce(session, options, (own) => customer.delete(object, options.id, own));
        session.print.one(done, options.id);
      }),
    );
  planCommand(write, act);
  batchCommand(write, act);
  upsertCommand(write, act);
}

type Plan = Target & Printing & Pick<WritePlan, 'type'> & Upsert & { data?: string; id?: string };

function planCommand(write: Command, act: Act): void {
  targetOf(write.command('plan'))
    .description('Show what a write would send, field by field, without sending it')
    .addOption(optionOf('postIntegrationInstallationPlan', 'type', '--type <type>').default('create'))
    .addOption(optionOf('postIntegrationInstallationPlan', 'key', '--key <field>'))
    .addOption(optionOf('postIntegrationInstallationPlan', 'onMissing', '--on-missing <what>'))
    .option(...dataOption)
    .option(...idOption)
    .action(act<[string], Plan>((session, [object], options) => plan(session, object, options)));
}

async function plan(session: Session, objectName: string, options: Plan): Promise<void> {
  const { writ, print, note } = session;
  const { group, integration } = targetIn(session, options);
  const record = await recordFrom(options, session);
  const [installation] = await writ.installations.listOf(integration, { groupRef: group }).all();
  if (installation === undefined)
    throw new CommandError(exit.notFound, `${group} has no installation of ${integration}.`);
  const { type, key, onMissing } = options;
  const upsert = { ...(key !== undefined && { key }), ...(onMissing && { onMissing }) };
  const write = { objectName, type, ...upsert, record };
  const planned = await writ.installations.plan(integration, installation.id, write);
  if (options.json === true) {
    print.one(planned, planned.configId);
    return;
  }
  const { record: sent, recordOfNew = sent } = planned;
  await print.list(
    planned.fields,
    {
      FIELD: 'name',
      FATE: 'fate',
      ...(planned.fields.some(({ ifOnly }) => ifOnly) && { 'ONLY IF': 'ifOnly' as const }),
      'AT THE CRM': 'field',
      VALUE: ({ field = '', ifOnly }) => (ifOnly === 'new' ? recordOfNew : sent)[field],
      WHY: 'why',
    },
    ({ field }) => field,
  );
  for (const warning of planned.warnings ?? []) note(warning);
}

type BatchOptions = Target &
  Pick<Batch, 'update' | 'results' | 'key' | 'retryHours'> & { async?: boolean; retryFailed?: boolean };

function batchCommand(write: Command, act: Act): void {
  targetOf(write.command('batch'))
    .description(
      'Write the records of a file, 100 an operation, and wait for their results; run it again to continue after an interruption',
    )
    .argument('<file>', 'One JSON object a line (.ndjson), or CSV with a line of names (.csv)')
    .option('--update', 'Update the records, whose `id` is in the file, instead of creating them')
    .option('--results <file>', 'File for the results; default: <file>.results.ndjson')
    .option('--key <key>', 'Name of the run, which is done once; default: made of file and target')
    .option('--retry-hours <hours>', 'How long each record is retried, 1 to 48; default: 1', wholeNumber)
    .addOption(
      new Option('--async', 'Print the operations as soon as all records are stored').conflicts(
        'retryFailed',
      ),
    )
    .option('--retry-failed', 'Send the failed records again, and update their results')
    .action(
      act<[string, string], BatchOptions>((session, [object, file], options) => {
        const batch: Batch = { ...targetIn(session, options), object, file, ...options };
        return writeFile(session, batch, options);
      }),
    );
}

type Upsert = { key?: string; onMissing?: 'create' | 'fail' };
type UpsertOptions = Omit<Options, 'key' | 'id'> &
  Pick<Batch, 'results'> &
  Upsert & { key: string; retryFailed?: boolean; idempotencyKey?: string };

function upsertCommand(write: Command, act: Act): void {
  const command = targetOf(write.command('upsert'))
    .description('Update the record that has the value of a field, or create one; of a file, each record')
    .argument('[file]', 'In place of --data: one JSON object a line (.ndjson), or CSV (.csv)')
    .requiredOption('--key <field>', 'Field of the data whose value is unique at the CRM, such as email')
    .option(...dataOption)
    .addOption(
      new Option('--on-missing <what>', 'What to do if no record has the value').choices(['create', 'fail']),
    )
    .addOption(new Option('--async', 'End as soon as the write is stored').conflicts('retryFailed'))
    .option('--wait', 'With --async: wait for the end of the write')
    .option('--timeout <seconds>', 'With --wait: longest wait', wholeNumber, 600)
    .option('--retry-hours <hours>', 'How long it is tried, with --async or a file', wholeNumber)
    .option('--results <file>', 'File for the results of a file; default: <file>.results.ndjson')
    .option('--retry-failed', 'Send the failed records of a file again, and update their results')
    .option('--idempotency-key <key>', 'The same write with the same key is done once');
  needing(command, { '--wait': '--async', '--timeout': '--wait' }).action(
    act<[string, string?], UpsertOptions>(async (session, [object, file], options) => {
      const { key: upsertBy, idempotencyKey: key, ...own } = options;
      const keyed = { ...own, ...(key !== undefined && { key }) };
      if ((file === undefined) === (options.data === undefined))
        throw usageError('Give either --data or a file.', `For example: --key email people.csv`);
      if (file !== undefined)
        return writeFile(
          session,
          { ...targetIn(session, options), ...keyed, object, file, upsertBy },
          options,
        );
      const customer = customerOf(session, options);
      const record = await recordFrom(options, session);
      const { onMissing } = options;
      const more = onMissing && { onMissing };
      return writeOne(session, keyed, {
        now: (sent) => customer.upsert(object, upsertBy, record, { ...sent, ...more }),
        later: (sent) => customer.upsertLater(object, upsertBy, record, { ...sent, ...more }),
      });
    }),
  );
}

const writeFile = (
  session: Session,
  batch: Batch,
  options: { async?: boolean; retryFailed?: boolean },
): Promise<ExitCode> => {
  if (options.async === true) return handOverBatch(session, batch);
  return options.retryFailed === true ? retryFailed(session, batch) : writeBatch(session, batch);
};

const customerOf = (session: Session, options: Target) => {
  const { group, integration } = targetIn(session, options);
  return session.writ.integration(integration).for(group);
};

/** An interrupted write shows its key, with which it can be sent again. */
async function sendOnce<T>(
  { around: { signal, stderr } }: Session,
  { key = randomUUID() }: Options,
  send: (own: WriteOptions) => Promise<T>,
): Promise<T> {
  try {
    return await send({ signal, idempotencyKey: key });
  } catch (error) {
    if (signal.aborted)
      stderr.write(`Stopped before the answer.\nTo send the same write again: --key ${key}\n`);
    throw error;
  }
}

type Sending = {
  now: (own: WriteOptions) => Promise<{ recordId: string }>;
  later: (own: LaterOptions) => Promise<LaterOperation>;
};

async function writeOne(session: Session, options: Options, { now, later }: Sending): Promise<ExitCode> {
  const { print } = session;
  if (options.async !== true) {
    const done = await sendOnce(session, options, now);
    print.one(done, done.recordId);
    return exit.done;
  }
  const { retryHours } = options;
  const limit = retryHours !== undefined && { retryHours };
  const operation = await sendOnce(session, options, (own) => later({ ...own, ...limit }));
  if (options.wait === true) return printEnd(session, operation, options.timeout);
  print.one({ operationId: operation.operationId }, operation.operationId);
  return exit.done;
}
