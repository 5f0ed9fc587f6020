import {
  operationFaults,
  waitingReasons,
  type LaterOperation,
  type Methods,
  type Operation,
  type OperationAttempt,
  type QueryOf,
} from '@writ/sdk';
import { Option, type Command } from 'commander';
import { exit, type ExitCode } from '../exit.ts';
import type { Columns } from '../output.ts';
import { firstOf, momentOf, wholeNumber, type Act, type Session } from '../session.ts';
import { statsCommand } from './stats.ts';
import { actOnMany, ofMany, type ManyOptions } from './tasks.ts';

type Query = QueryOf<'getOperations'>;
type Filter = {
  status?: Status;
  installation?: string;
  group?: string;
  object?: string;
  provider?: Query['provider'];
  fault?: Query['fault'];
  waiting?: Query['waiting'];
  record?: string;
  request?: string;
  task?: string;
  since?: string;
  until?: string;
};
type Status = Operation['status'] | 'partial';
type Many = Filter & ManyOptions & { force?: boolean; all?: boolean };

const columns: Columns<Operation> = {
  ID: ({ id }) => id,
  STATUS: ({ status, metadata }) => (status === 'success' && metadata.failed > 0 ? 'partial' : status),
  GROUP: ({ groupRef }) => groupRef,
  OBJECT: ({ resource }) => resource,
  TYPE: ({ metadata }) => metadata.type,
  RECORDS: ({ metadata }) => metadata.recordCount,
  FAILED: ({ metadata }) => metadata.failed,
  CREATED: ({ createTime }) => createTime,
  RESULT: ({ result, metadata }) => result ?? metadata.waiting?.reason,
};

export function operationCommands(program: Command, act: Act): void {
  const ops = program
    .command('ops')
    .helpGroup('Follow:')
    .description('looks at operations: what became of writes');
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
  statsCommand(ops, act);
  const severalOf = (name: string, description: string) =>
    ofMany(
      filtered(
        ops
          .command(name)
          .description(description)
          .argument('[id]', 'of one; without it, those of the filters'),
      ),
      ['--force', '--all'],
    );
  severalOf('retry', 'tries again what failed').action(
    act<[string | undefined], Many>((session, [id], options) => retry(session, id, options)),
  );
  severalOf('cancel', 'ends what cannot have been written yet')
    .option('--force', 'also what may have been written')
    .option('--all', "also auto batches, with other callers' records")
    .action(act<[string | undefined], Many>((session, [id], options) => cancel(session, id, options)));
}

const filtered = (command: Command): Command =>
  command
    .addOption(
      new Option('--status <status>', 'in this state; partial: some records written, others not').choices(
        statuses,
      ),
    )
    .option('--installation <id>', 'of one installation')
    .option('-g, --group <groupRef>', 'of one customer')
    .option('--object <name>', 'of one object')
    .option('--provider <name>', 'of one CRM: hubspot, salesforce')
    .addOption(new Option('--fault <kind>', 'whose last failure was of this kind').choices(operationFaults))
    .addOption(new Option('--waiting <reason>', 'that wait for this').choices(waitingReasons))
    .option('--record <id>', "that write the record with this id of the CRM's")
    .option('--request <id>', 'that came with this request')
    .option('--task <id>', 'that came of this task')
    .option('--since <time>', 'accepted then or later: a time, or 2h for two hours ago')
    .option('--until <time>', 'accepted before');

const statuses = ['in_progress', 'success', 'partial', 'failure'] as const satisfies Status[];

const queryOf = ({ status, since, until, ...filter }: Filter) => ({
  status: status === undefined || status === 'partial' ? undefined : [status],
  partial: status === 'partial' ? true : undefined,
  installationId: filter.installation,
  groupRef: filter.group,
  resource: filter.object,
  provider: filter.provider,
  fault: filter.fault,
  waiting: filter.waiting,
  recordId: filter.record,
  requestId: filter.request,
  taskId: filter.task,
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

async function retry(session: Session, id: string | undefined, options: Many): Promise<ExitCode> {
  const { writ, print } = session;
  if (id === undefined) {
    const { everything } = options;
    const query = queryOf(options);
    const ask = (dryRun: boolean) => writ.operations.retryAll({ ...query, everything, dryRun });
    const does = 'tries every operation of these filters again';
    return actOnMany(session, { does, filters: Object.values(query), columns, ask }, options);
  }
  const made = await writ.operations.retry(id);
  print.one(made, made.operationId);
  return exit.done;
}

async function cancel(session: Session, id: string | undefined, options: Many): Promise<ExitCode> {
  const { writ, print } = session;
  const { everything, force, all } = options;
  if (id === undefined) {
    const query = queryOf(options);
    const ask = (dryRun: boolean) => writ.operations.cancelAll({ ...query, everything, force, all, dryRun });
    const does = 'cancels every operation of these filters';
    return actOnMany(session, { does, filters: Object.values(query), columns, ask }, options);
  }
  const cancelled = await writ.operations.cancel(id, { force, all });
  print.one(cancelled, cancelled.id);
  return exit.done;
}
