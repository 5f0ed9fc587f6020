import type { Task, TaskStarted } from '@writ/sdk';
import type { Command } from 'commander';
import { progressOn } from '../batch/progress.ts';
import { CommandError, exit, inFlags, type ExitCode } from '../exit.ts';
import { lookUntil } from '../look-until.ts';
import { filtersOf } from '../options.ts';
import { wholeNumber, type Acts, type Session } from '../session.ts';
import { resourceOf } from './resource.ts';

const leftOutOf = ({ leftOut }: Pick<Task, 'leftOut'>): number =>
  leftOut.reduce((sum, { count }) => sum + count, 0);

export const leftOutLines = ({ leftOut }: Pick<Task, 'leftOut'>): string[] =>
  leftOut.map(({ count, detail }) => `${count}: ${inFlags(detail)}`);

const shown = (task: Task): object => ({ ...task, leftOut: leftOutLines(task).join('; ') });

export function taskCommands(program: Command, { act }: Acts): void {
  const description = 'Follow and stop bulk changes of operations and deliveries';
  const tasks = resourceOf(program, act, 'tasks', 'Follow:', description);
  tasks.list('list', 'getTasks', {
    filters: filtersOf('getTasks', { '--action <action>': 'action', '--state <state>': 'state' }),
    entries: (writ, query) => writ.tasks.list(query),
    columns: {
      ID: 'id',
      ACTION: 'action',
      STATE: 'state',
      COUNT: ({ count, more }) => (more === true ? `${count ?? 0}+` : count),
      DONE: 'done',
      'LEFT OUT': (task) => leftOutOf(task),
      CREATED: 'createTime',
    },
  });
  tasks.one('get <id>', 'getTask', (writ, id) => writ.tasks.get(id), { shown });
  tasks.one('stop <id>', 'postTaskStop', (writ, id) => writ.tasks.stop(id), { shown });
  tasks
    .add('watch <id>', 'getTask')
    .description('Wait for the end of a task; exit code 1 if it was stopped')
    .option('--timeout <seconds>', 'Longest wait', wholeNumber, 3600)
    .action(
      act<[string], { timeout: number }>((session, [id], { timeout }) => followTask(session, id, timeout)),
    );
}

/** @throws CommandError after the timeout; the task continues */
async function followTask(session: Session, id: string, timeoutSeconds = Infinity): Promise<ExitCode> {
  const { writ, around, print, note } = session;
  const { signal } = around;
  const endsAt = Date.now() + timeoutSeconds * 1000;
  const progress = progressOn(around.stderr, 'left out');
  const isOver = (task: Task): boolean => {
    progress.show(task.done, task.count ?? 0, leftOutOf(task));
    return task.state !== 'running' || Date.now() >= endsAt;
  };
  const look = () => writ.tasks.get(id, { signal });
  const task = await lookUntil(look, isOver, signal).finally(() => {
    progress.end();
    if (signal.aborted) note(`Task ${id} continues. To stop it: writ tasks stop ${id}`);
  });
  if (task.state === 'running')
    throw new CommandError(
      exit.waitTimedOut,
      `Task ${id} has not ended within ${timeoutSeconds} s. It continues.`,
      `writ tasks watch ${id}`,
    );
  print.one(task, task.id, shown(task));
  return task.state === 'done' ? exit.done : exit.writeFailed;
}

export async function followOrPrint(
  session: Session,
  started: TaskStarted,
  wait: boolean,
): Promise<ExitCode> {
  if (wait) return followTask(session, started.taskId);
  session.print.one(started, started.taskId);
  return exit.done;
}
