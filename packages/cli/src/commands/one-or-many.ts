import type { Task, TaskStarted, Writ } from '@writ/sdk';
import { Option, type Command } from 'commander';
import { exit, usageError, type ExitCode } from '../exit.ts';
import { choosing, type Filters } from '../options.ts';
import type { Columns, Printing } from '../output.ts';
import { requireYes, type Act, type Session } from '../session.ts';
import { followOrPrint, leftOutLines } from './tasks.ts';

type ManyOptions = Printing & { dryRun?: boolean; yes?: boolean; wait: boolean; everything?: boolean };

type Preview<Example> = {
  count: number;
  examples: readonly Example[];
  leftOut: Task['leftOut'];
  more?: boolean;
};

type OneOrMany<Query, Example, Options> = {
  /** Such as `cancels every operation of these filters`. */
  does: string;
  filters: Filters<Query>;
  columns: (session: Session) => Columns<Example>;
  one: (writ: Writ, id: string, options: Options) => Promise<object>;
  many: (
    writ: Writ,
    query: Query & { everything?: boolean; dryRun: boolean },
    options: Options,
  ) => Promise<Preview<Example> | TaskStarted>;
  alsoOfOne?: readonly string[];
};

export function oneOrMany<Query extends object, Example extends { id: string }, Options = object>(
  command: Command,
  act: Act,
  given: OneOrMany<Query, Example, Options>,
): Command {
  const { filters, one, alsoOfOne = [] } = given;
  filters.addTo(command);
  return choosing(command, ['--yes', ...alsoOfOne])
    .option('--everything', 'Select all, without a filter')
    .addOption(
      new Option('--dry-run', 'For many: show how many match, and which are left out').conflicts([
        'yes',
        'wait',
      ]),
    )
    .option('--yes', 'For many: do it')
    .option('--no-wait', 'For many: do not wait for the end of the task')
    .action(
      act<[string | undefined], Options & ManyOptions>(async (session, [id], options) => {
        if (id === undefined) return changeMany(session, given, options);
        const answer = await one(session.writ, id, options);
        session.print.one(answer, 'operationId' in answer ? String(answer.operationId) : id);
        return exit.done;
      }),
    );
}

async function changeMany<Query extends object, Example extends { id: string }, Options>(
  session: Session,
  { does, filters, columns, many }: OneOrMany<Query, Example, Options>,
  options: Options & ManyOptions,
): Promise<ExitCode> {
  const { dryRun = false, yes, wait, everything, json, quiet } = options;
  const { writ, print, note } = session;
  const query = filters.queryOf(options);
  if (everything !== true && Object.values(query).every((value) => value === undefined))
    throw usageError(
      'Neither an id nor a filter is given.',
      'Give an id or a filter such as --since, or add --everything.',
    );
  if (!dryRun) requireYes(yes, `${does}; --dry-run shows which`);
  const answer = await many(writ, { ...query, ...(everything && { everything }), dryRun }, options);
  if ('taskId' in answer) return followOrPrint(session, answer, wait);
  if (json === true || quiet === true) {
    print.one(answer, String(answer.count));
    return exit.done;
  }
  const { count, more, examples } = answer;
  print.line(
    `${count}${more === true ? ' or more' : ''} match${examples.length < count ? '; the first of them:' : '.'}`,
  );
  if (examples.length > 0) await print.list(examples, columns(session));
  for (const line of leftOutLines(answer)) print.line(`Left out, ${line}`);
  note('Nothing was changed. To do it, replace --dry-run with --yes.');
  return exit.done;
}
