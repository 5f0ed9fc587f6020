import { setTimeout as sleep } from 'node:timers/promises';
import type { Task, TaskStarted } from '@writ/sdk';
import { Option, type Command } from 'commander';
import { progressOn } from '../batch/progress.ts';
import { CommandFault, exit, inFlags, type ExitCode } from '../exit.ts';
import { choosing } from '../options.ts';
import type { Columns, Printing } from '../output.ts';
import { firstOf, mustBeMeant, wholeNumber, type Act, type Session } from '../session.ts';

const firstPauseMs = 200;
const longestPauseMs = 5000;

const leftOutOf = ({ leftOut }: Pick<Task, 'leftOut'>): number =>
  leftOut.reduce((sum, { count }) => sum + count, 0);

const columns: Columns<Task> = {
  ID: ({ id }) => id,
  ACTION: ({ action }) => action,
  STATE: ({ state }) => state,
  COUNT: ({ count, more }) => (more === true ? `${count ?? 0}+` : count),
  DONE: ({ done }) => done,
  'LEFT OUT': leftOutOf,
  CREATED: ({ createTime }) => createTime,
};

type Filter = { action?: Task['action']; state?: Task['state']; limit: number };

export function taskCommands(program: Command, act: Act): void {
  const tasks = program
    .command('tasks')
    .helpGroup('Follow:')
    .description('follows and stops what is done with many operations or deliveries');
  tasks
    .command('list')
    .description('lists tasks, newest first')
    .addOption(new Option('--action <action>').choices(['cancel', 'retry', 'redeliver']))
    .addOption(new Option('--state <state>').choices(['running', 'stopped', 'done']))
    .option('--limit <count>', 'at most so many', wholeNumber, 50)
    .action(
      act<[], Filter>(({ writ, print }, _, { action, state, limit }) =>
        print.list(firstOf(writ.tasks.list({ action, state }), limit), columns, ({ id }) => id),
      ),
    );
  const one = (name: string, description: string) =>
    tasks.command(name).description(description).argument('<id>');
  one('get', 'shows a task').action(
    act<[string], object>(async (session, [id]) => printTask(session, await session.writ.tasks.get(id))),
  );
  one('watch', 'waits for its end; ends with 1 when it was stopped')
    .option('--timeout <seconds>', 'at most so long', wholeNumber, 3600)
    .action(
      act<[string], { timeout: number }>((session, [id], { timeout }) => followTask(session, id, timeout)),
    );
  one('stop', 'ends it; what it has done stays').action(
    act<[string], object>(async (session, [id]) => printTask(session, await session.writ.tasks.stop(id))),
  );
}

const printTask = ({ print }: Pick<Session, 'print'>, task: Task): void =>
  print.one(task, task.id, { ...task, leftOut: leftOutLines(task).join('; ') });

const leftOutLines = ({ leftOut }: Pick<Task, 'leftOut'>): string[] =>
  leftOut.map(({ count, detail }) => `${count}: ${inFlags(detail)}`);

/** Waits for the end of a task and prints it. @throws CommandFault when it takes longer; the task goes on. */
export async function followTask(session: Session, id: string, timeoutSeconds: number): Promise<ExitCode> {
  const { writ, around, note } = session;
  const { signal } = around;
  const endsAt = Date.now() + timeoutSeconds * 1000;
  const first = await writ.tasks.get(id, { signal });
  const progress = progressOn(around.stderr, 'left out');
  try {
    for (let [task, pauseMs] = [first, firstPauseMs]; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
      progress.show(task.done, task.count ?? 0, leftOutOf(task));
      if (task.state !== 'running') {
        progress.end();
        printTask(session, task);
        return task.state === 'done' ? exit.done : exit.writeFailed;
      }
      if (Date.now() >= endsAt)
        throw new CommandFault(
          exit.waitTimedOut,
          `Task ${id} has not ended within ${timeoutSeconds} s. It goes on.`,
          `writ tasks watch ${id}`,
        );
      await sleep(pauseMs, undefined, { signal });
      task = await writ.tasks.get(id, { signal });
    }
  } catch (fault) {
    progress.end();
    if (signal.aborted) note(`Task ${id} goes on. To end it: writ tasks stop ${id}`);
    throw fault;
  }
}

/** How far what is done with many is meant. */
export type ManyOptions = Printing & {
  dryRun?: boolean;
  yes?: boolean;
  wait: boolean;
  everything?: boolean;
};

/** The options of a command that acts on one, or on many by filters; `ofOne` are those that mean something for one, too. */
export const ofMany = (command: Command, ofOne: readonly string[] = []): Command =>
  choosing(command, ['--yes', ...ofOne])
    .option('--everything', 'of all, without a filter')
    .addOption(
      new Option(
        '--dry-run',
        'of several: tells how many, with examples, and what would be left out',
      ).conflicts(['yes', 'wait']),
    )
    .option('--yes', 'of several: do it')
    .option('--no-wait', 'of several: does not wait for the end of the task');

type Preview<Example> = {
  count: number;
  examples: readonly Example[];
  leftOut: Task['leftOut'];
  more?: boolean;
};

/** What is done with all that match: in words, how it is asked for, and how an example is shown. */
type ManyAct<Example> = {
  does: string;
  filters: readonly unknown[];
  columns: Columns<Example>;
  ask: (dryRun: boolean) => Promise<Preview<Example> | TaskStarted>;
};

/** Previews with `--dry-run`; with `--yes` it does it, and follows the task to its end. */
export async function actOnMany<Example extends { id: string }>(
  session: Session,
  { does, filters, columns: shown, ask }: ManyAct<Example>,
  { dryRun, yes, wait, everything, json, quiet }: ManyOptions,
): Promise<ExitCode> {
  const { print, note } = session;
  if (everything !== true && filters.every((value) => value === undefined))
    throw new CommandFault(
      exit.usage,
      'Neither an id nor a filter is given.',
      'Name one, filter by --since …, or add --everything.',
    );
  if (dryRun !== true) mustBeMeant(yes, `${does}; --dry-run tells which`);
  const answer = await ask(dryRun === true);
  if ('taskId' in answer) {
    if (wait) return followTask(session, answer.taskId, Infinity);
    print.one(answer, answer.taskId);
    return exit.done;
  }
  if (json === true || quiet === true) {
    print.one(answer, String(answer.count));
    return exit.done;
  }
  print.line(
    `${answer.count}${answer.more === true ? ' or more' : ''} match${answer.examples.length < answer.count ? '; the first of them:' : '.'}`,
  );
  if (answer.examples.length > 0) await print.list(answer.examples, shown, ({ id }) => id);
  for (const line of leftOutLines(answer)) print.line(`Left out, ${line}`);
  note('Nothing was done. With --yes in place of --dry-run it is.');
  return exit.done;
}
