import type { LaterOperation, Methods, Operation, OperationAttempt } from '@writ/sdk';
import { Option, type Command } from 'commander';
import { CommandFault, exit, type ExitCode } from '../exit.ts';
import type { Columns } from '../output.ts';
import { firstOf, momentOf, mustBeMeant, wholeNumber, type Act, type Session } from './session.ts';

type Filter = {
  status?: Operation['status'];
  installation?: string;
  group?: string;
  object?: string;
  since?: string;
  until?: string;
};
type Many = Filter & { yes?: boolean; dryRun?: boolean; force?: boolean; all?: boolean };

const columns: Columns<Operation> = {
  ID: ({ id }) => id,
  STATUS: ({ status }) => status,
  OBJECT: ({ resource }) => resource,
  TYPE: ({ metadata }) => metadata.type,
  RECORDS: ({ metadata }) => metadata.recordCount,
  FAILED: ({ metadata }) => metadata.failed,
  CREATED: ({ createTime }) => createTime,
  RESULT: ({ result, metadata }) => result ?? metadata.waiting?.reason,
};

export function operationCommands(program: Command, act: Act): void {
  const ops = program.command('ops').description('looks at operations: what became of writes');
  filtered(ops.command('list'))
    .description('lists operations, newest first')
    .option('--limit <count>', 'at most so many', wholeNumber, 50)
    .action(
      act<[], Filter & { limit: number }>(({ writ, print }, _, options) =>
        print.list(firstOf(writ.operations.list(queryOf(options)), options.limit), columns, ({ id }) => id),
      ),
    );
  const ofOne = (name: string, description: string) =>
    ops.command(name).description(description).argument('<id>', 'id of the operation');
  ofOne('get', 'shows an operation').action(
    act<[string], object>(async ({ writ, print }, [id]) => print.one(await writ.operations.get(id), id)),
  );
  ofOne('watch', 'waits for its end; ends with 1 when it failed')
    .option('--timeout <seconds>', 'at most so long', wholeNumber, 600)
    .action(
      act<[string], { timeout: number }>((session, [id], { timeout }) =>
        printEnd(session, session.writ.operation(id), timeout),
      ),
    );
  ofOne('logs', 'shows what happened, step by step').action(
    act<[string], object>(async ({ writ, print }, [id]) =>
      print.list(await writ.operations.logs(id), logColumns, ({ message }) => message.operation_id),
    ),
  );
  ofOne('attempts', 'shows each try: what was called, what was answered, what comes next').action(
    act<[string], object>(({ writ, print }, [id]) =>
      print.list(writ.operations.attempts(id), attemptColumns, ({ number }) => String(number)),
    ),
  );
  ofOne('records', 'shows what became of each record').action(
    act<[string], object>(({ writ, print }, [id]) =>
      print.list(writ.operations.records(id), recordColumns, ({ recordId }) => recordId),
    ),
  );
  const severalOf = (name: string, description: string) =>
    filtered(
      ops.command(name).description(description).argument('[id]', 'of one; without it, those of the filters'),
    )
      .option('--dry-run', 'of several: tells how many, with examples')
      .option('--yes', 'of several: do it');
  severalOf('retry', 'tries again what failed').action(
    act<[string | undefined], Many>((session, [id], options) => changeOps(session, 'retry', id, options)),
  );
  severalOf('cancel', 'ends what has not been sent')
    .option('--force', 'also what may have been sent')
    .option('--all', "also auto batches, with other callers' records")
    .action(
      act<[string | undefined], Many>((session, [id], options) => changeOps(session, 'cancel', id, options)),
    );
}

const filtered = (command: Command): Command =>
  command
    .addOption(
      new Option('--status <status>', 'where they stand').choices(['in_progress', 'success', 'failure']),
    )
    .option('--installation <id>', 'of one installation')
    .option('-g, --group <groupRef>', 'of one customer')
    .option('--object <name>', 'of one object')
    .option('--since <time>', 'accepted then or later: a time, or 2h for two hours ago')
    .option('--until <time>', 'accepted before');

const queryOf = ({ status, installation, group, object, since, until }: Filter) => ({
  status: status === undefined ? undefined : [status],
  installationId: installation,
  groupRef: group,
  resource: object,
  since: since === undefined ? undefined : momentOf(since),
  until: until === undefined ? undefined : momentOf(until),
});

const logColumns: Columns<Awaited<ReturnType<Methods['operations']['logs']>>[number]> = {
  TIME: ({ timestamp }) => timestamp,
  SEVERITY: ({ severity }) => severity,
  MESSAGE: ({ message }) => message.msg,
  DETAILS: ({ message }) => message.error ?? message.details,
};

const recordColumns: Columns<EntryOf<ReturnType<Methods['operations']['records']>>> = {
  INDEX: ({ index }) => index,
  STATUS: ({ status }) => status,
  RECORD: ({ recordId }) => recordId,
  ERRORS: ({ errors }) => errors?.map(({ message }) => message).join('; '),
};

const attemptColumns: Columns<OperationAttempt> = {
  NUMBER: ({ number }) => number,
  OUTCOME: ({ outcome }) => outcome,
  BEGAN: ({ startTime }) => startTime,
  ANSWER: ({ providerStatus }) => providerStatus,
  FAULT: ({ fault }) => fault,
  NEXT: ({ nextAttempt }) => nextAttempt,
  MESSAGE: ({ message }) => message,
};

type EntryOf<List> = List extends AsyncIterable<infer Entry> ? Entry : never;

/** Waits for the end of an operation and prints it; what was not written ends with 1. */
export async function printEnd(
  { print, around }: Session,
  operation: LaterOperation,
  timeoutSeconds = 600,
): Promise<ExitCode> {
  const ended = await operation.wait({ timeoutMs: timeoutSeconds * 1000, signal: around.signal });
  print.one(ended, ended.id);
  return ended.status === 'success' && ended.metadata.failed === 0 ? exit.done : exit.writeFailed;
}

async function changeOps(
  { writ, print }: Session,
  verb: 'retry' | 'cancel',
  id: string | undefined,
  { yes, dryRun, force, all, ...filter }: Many,
): Promise<void> {
  if (id !== undefined) {
    const changed = await (verb === 'retry'
      ? writ.operations.retry(id)
      : writ.operations.cancel(id, { force, all }));
    const operationId = 'id' in changed ? changed.id : changed.operationId;
    print.one(changed, operationId);
    return;
  }
  const query = queryOf(filter);
  if (Object.values(query).every((value) => value === undefined))
    throw new CommandFault(
      exit.usage,
      'Neither an id nor a filter is given.',
      'Name one, or filter by --group, --since …',
    );
  if (dryRun !== true)
    mustBeMeant(
      yes,
      verb === 'retry' ? 'tries every operation of these filters again' : 'cancels every one of them',
    );
  const answer = await (verb === 'retry'
    ? writ.operations.retryAll({ ...query, dryRun })
    : writ.operations.cancelAll({ ...query, force, all, dryRun }));
  print.one(answer, 'taskId' in answer ? answer.taskId : String(answer.count));
}
