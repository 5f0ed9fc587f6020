import type { LaterOperation, Operation } from '@writ/sdk';
import { Option, type Command } from 'commander';
import { exit, type ExitCode } from '../exit.ts';
import { help } from '../openapi/help.ts';
import { filtersOf } from '../options.ts';
import type { Columns } from '../output.ts';
import { wholeNumber, type Acts, type Session } from '../session.ts';
import { oneOrMany } from './one-or-many.ts';
import { resourceOf } from './resource.ts';
import { statsCommand } from './stats.ts';

const plainFilters = filtersOf('getOperations', {
  '--installation <id>': 'installationId',
  '-g, --group <groupRef>': 'groupRef',
  '--object <name>': 'resource',
  '--provider <name>': 'provider',
  '--fault <kind>': 'fault',
  '--waiting <reason>': 'waiting',
  '--record <id>': 'recordId',
  '--request <id>': 'requestId',
  '--task <id>': 'taskId',
  '--since <time>': 'since',
  '--until <time>': 'until',
});

type Status = Operation['status'] | 'partial';

/** For the API `partial` is no status. */
const filters: typeof plainFilters = {
  addTo: (command) => {
    const statuses = [...help.getOperations.inputs.status.values, 'partial'];
    const description = 'State; partial: some records were written, others not';
    command.addOption(new Option('--status <status>', description).choices(statuses));
    plainFilters.addTo(command);
  },
  queryOf: (options) => {
    const { status } = options as { status?: Status };
    const query = plainFilters.queryOf(options);
    if (status === 'partial') return { ...query, partial: true };
    return status === undefined ? query : { ...query, status: [status] };
  },
};

const columns: Columns<Operation> = {
  ID: 'id',
  STATUS: ({ status, metadata }) => (status === 'success' && metadata.failed > 0 ? 'partial' : status),
  GROUP: 'groupRef',
  OBJECT: 'resource',
  TYPE: ({ metadata }) => metadata.type,
  RECORDS: ({ metadata }) => metadata.recordCount,
  FAILED: ({ metadata }) => metadata.failed,
  CREATED: 'createTime',
  RESULT: ({ result, metadata }) => result ?? metadata.waiting?.reason,
};

export function operationCommands(program: Command, { act }: Acts): void {
  const description = 'Show, retry and cancel operations: the writes and their outcomes';
  const ops = resourceOf(program, act, 'ops', 'Follow:', description);
  ops.list('list', 'getOperations', {
    filters,
    columns,
    entries: (writ, query) => writ.operations.list(query),
  });
  ops.one('get <id>', 'getOperation', (writ, id) => writ.operations.get(id));
  ops
    .add('watch <id>', 'getOperation')
    .description('Wait for the end of an operation; exit code 1 if a record failed')
    .option('--timeout <seconds>', 'Longest wait', wholeNumber, 600)
    .action(
      act<[string], { timeout: number }>((session, [id], { timeout }) =>
        printEnd(session, session.writ.operation(id), timeout),
      ),
    );
  outcomeCommands(ops);
  statsCommand(ops.add('stats', 'getStats'), act);
  oneOrMany(ops.add('retry [id]', 'postOperationRetry'), act, {
    does: 'retries every operation of these filters',
    filters,
    columns: () => columns,
    one: (writ, id) => writ.operations.retry(id),
    many: (writ, query) => writ.operations.retryAll(query),
  });
  cancelCommand(ops.add('cancel [id]', 'postOperationCancel'), act);
}

function outcomeCommands(ops: ReturnType<typeof resourceOf>): void {
  ops.list('logs <id>', 'getOperationLogs', {
    isShort: true,
    entries: (writ, _, id) => writ.operations.logs(id),
    columns: {
      TIME: 'timestamp',
      SEVERITY: 'severity',
      MESSAGE: ({ message }) => message.msg,
      DETAILS: ({ message }) => message.error ?? message.details,
    },
    idOf: ({ message }) => message.operation_id,
  });
  ops.list('attempts <id>', 'getOperationAttempts', {
    isShort: true,
    entries: (writ, _, id) => writ.operations.attempts(id),
    columns: {
      NUMBER: 'number',
      OUTCOME: 'outcome',
      BEGAN: 'startTime',
      ANSWER: 'providerStatus',
      FAULT: 'fault',
      NEXT: 'nextAttempt',
      MESSAGE: 'message',
    },
  });
  ops.list('records <id>', 'getOperationRecords', {
    isShort: true,
    entries: (writ, _, id) => writ.operations.records(id),
    columns: {
      INDEX: 'index',
      STATUS: 'status',
      RECORD: 'recordId',
      ERRORS: ({ errors }) => errors?.map(({ message }) => message).join('; '),
    },
    idOf: ({ recordId }) => recordId,
  });
}

type Cancel = { force?: boolean; all?: boolean };

function cancelCommand(command: Command, act: Acts['act']): void {
  const { force, all } = help.postOperationCancel.inputs;
  oneOrMany(command, act, {
    does: 'cancels every operation of these filters',
    filters,
    columns: () => columns,
    one: (writ, id, options: Cancel) => writ.operations.cancel(id, cancelOf(options)),
    many: (writ, query, options) => writ.operations.cancelAll({ ...query, ...cancelOf(options) }),
    alsoOfOne: ['--force', '--all'],
  })
    .option('--force', force.description)
    .option('--all', all.description);
}

const cancelOf = ({ force, all }: Cancel) => ({ force, all });

/** The exit code is 1 if a record failed. */
export async function printEnd(
  { print, around }: Session,
  operation: LaterOperation,
  timeoutSeconds = 600,
): Promise<ExitCode> {
  const ended = await operation.wait({ timeoutMs: timeoutSeconds * 1000, signal: around.signal });
  print.one(ended, ended.id);
  return ended.status === 'success' && ended.metadata.failed === 0 ? exit.done : exit.writeFailed;
}
