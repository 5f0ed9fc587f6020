import { Command, CommanderError, Option } from 'commander';
import { configureCommands } from './commands/configure.ts';
import { deliveryCommands, destinationCommands } from './commands/events.ts';
import { listenCommand } from './commands/listen.ts';
import { deadLetterCommands, laneCommands } from './commands/operate.ts';
import { operationCommands } from './commands/operations.ts';
import { searchCommands } from './commands/search.ts';
import { taskCommands } from './commands/tasks.ts';
import { verifyCommand } from './commands/verify.ts';
import { writeCommands } from './commands/write.ts';
import { completionCommand } from './completion.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { errorLines, exit, exitCodeOf, type ExitCode } from './exit.ts';
import { helpCommands } from './help.ts';
import { refuseTwice } from './options.ts';
import { lineOf, printer, type Printing } from './output.ts';
import { profileCommands } from './profiles/profile-commands.ts';
import type { Acts, Alone, Perform } from './session.ts';
import type { Surroundings } from './surroundings.ts';
import { whereFrom, type Flags } from './where.ts';

/** In the order of the help. */
const commands: readonly ((program: Command, acts: Acts) => void)[] = [
  writeCommands,
  operationCommands,
  taskCommands,
  searchCommands,
  listenCommand,
  deliveryCommands,
  destinationCommands,
  verifyCommand,
  deadLetterCommands,
  configureCommands,
  laneCommands,
  doctorCommand,
  profileCommands,
  completionCommand,
];

/** Returns the exit code. */
export async function runWrit(args: readonly string[], around: Surroundings): Promise<number> {
  let code: number = exit.done;
  const acting =
    <With extends Alone>(sessionOf: (alone: Alone, flags: Flags) => Promise<With>) =>
    <Args extends readonly unknown[], Options>(perform: Perform<With, Args, Options>) =>
    async (...given: unknown[]) => {
      const command = given.at(-1) as Command;
      const options = command.optsWithGlobals<Printing & Flags>();
      const note = (text: string) => void around.stderr.write(`${lineOf(text)}\n`);
      const session = await sessionOf({ around, print: printer(around, options), note }, options);
      const ended = await perform(session, command.processedArgs as never, options as never);
      code = typeof ended === 'number' ? ended : exit.done;
    };
  const actIn = (needsProject: boolean) =>
    acting(async (alone, flags) => ({ ...alone, ...(await whereFrom(around, flags, needsProject)) }));
  const acts: Acts = {
    act: actIn(true),
    actInAll: actIn(false),
    alone: acting((alone) => Promise.resolve(alone)),
  };

  const program = programOf(around);
  for (const add of commands) add(program, acts);
  helpCommands(program);
  refuseTwice(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return report(error, around);
  }
}

/** A bug comes with its stack. */
function report(error: unknown, { stderr, signal }: Surroundings): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage;
  if (signal.aborted) return exit.interrupted;
  const known = exitCodeOf(error);
  const stack = known === undefined && error instanceof Error ? (error.stack ?? '').split('\n') : [];
  for (const line of [...errorLines(error), ...stack]) stderr.write(`${lineOf(line)}\n`);
  return known ?? exit.writeFailed;
}

const programOf = ({ stdout, stderr }: Surroundings): Command =>
  new Command('writ')
    .description('Write records into the CRMs of your customers, and follow each write to its end')
    .helpOption('-h, --help', 'Show the help of a command')
    .optionsGroup('Output:')
    .addOption(new Option('--json', 'Print one JSON object a line'))
    .addOption(new Option('-q, --quiet', 'Print only ids').conflicts('json'))
    .optionsGroup('Service (otherwise from WRIT_… variables, a profile, or a running npm start):')
    .option('--profile <name>', 'Profile of writ login, or WRIT_PROFILE')
    .option('--management-url <address>', 'Address of the management host, or WRIT_MANAGEMENT_URL')
    .option('--write-url <address>', 'Address of the write host, or WRIT_WRITE_URL')
    .option('--project <project>', 'Id or name of the project, or WRIT_PROJECT')
    .addHelpText('after', examples)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .showSuggestionAfterError();

const examples = `
Examples, while npm start runs:
  writ write create contacts -g acme --data '{"email":"ada@example.com"}'
  writ ops list --since 1h
  writ listen --forward-to http://localhost:3000/hook

Exit codes: 0 done, 1 write failed, 2 usage, 3 not found, 4 credentials, 5 conflict, 6 refused input,
7 unavailable, 8 not ended in time, 78 configuration, 130 interrupted.`;
