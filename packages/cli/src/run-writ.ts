import { Command, CommanderError, Option } from 'commander';
import { configCommands } from './commands/config.ts';
import { eventCommands } from './commands/events.ts';
import { deadLetterCommands } from './commands/dead-letters.ts';
import { laneCommands } from './commands/lanes.ts';
import { listenCommand } from './commands/listen.ts';
import { operationCommands } from './commands/operations.ts';
import { searchCommands } from './commands/search.ts';
import type { Act, ActAlone, Alone, Perform } from './session.ts';
import { taskCommands } from './commands/tasks.ts';
import { verifyCommand } from './commands/verify.ts';
import { writeCommands } from './commands/write.ts';
import { completionCommand } from './completion.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { exit, exitCodeOf, faultLines, type ExitCode } from './exit.ts';
import { helpCommands } from './help.ts';
import { refuseTwice } from './options.ts';
import { lineOf, printer, type Printing } from './output.ts';
import { profileCommands } from './profiles/profile-commands.ts';
import type { Surroundings } from './surroundings.ts';
import { whereFrom, type Flags } from './where.ts';

/** Runs one command and gives its exit code. Results go to stdout, whatever else it says to stderr. */
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
  const alone: ActAlone = acting((own) => Promise.resolve(own));
  const act: Act = acting(async (own, flags) => ({ ...own, ...(await whereFrom(around, flags)) }));
  const actInAll: Act = acting(async (own, flags) => ({
    ...own,
    ...(await whereFrom(around, flags, false)),
  }));

  const program = programOf(around);
  writeCommands(program, act);
  operationCommands(program, act);
  taskCommands(program, act);
  searchCommands(program, act);
  listenCommand(program, act);
  eventCommands(program, act);
  verifyCommand(program, alone);
  deadLetterCommands(program, actInAll);
  configCommands(program, act);
  laneCommands(program, act);
  doctorCommand(program, actInAll);
  profileCommands(program, alone);
  completionCommand(program, alone);
  helpCommands(program);
  refuseTwice(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (fault) {
    return told(fault, around);
  }
}

/** Tells a fault, and gives the exit code that it stands for. */
function told(fault: unknown, { stderr, signal }: Surroundings): ExitCode {
  if (fault instanceof CommanderError) return fault.exitCode === 0 ? exit.done : exit.usage;
  if (signal.aborted) return exit.interrupted;
  const known = exitCodeOf(fault);
  const stack = known === undefined && fault instanceof Error ? (fault.stack ?? '').split('\n') : [];
  for (const line of [...faultLines(fault), ...stack]) stderr.write(`${lineOf(line)}\n`);
  return known ?? exit.writeFailed;
}

const programOf = ({ stdout, stderr }: Surroundings): Command =>
  new Command('writ')
    .description('Writes records into the CRMs of your customers, and follows what became of them.')
    .optionsGroup('How it prints:')
    .addOption(new Option('--json', 'prints a JSON object a line'))
    .addOption(new Option('-q, --quiet', 'prints ids alone').conflicts('json'))
    .optionsGroup('Which service (else variables WRIT_…, a profile, or a running npm start):')
    .option('--profile <name>', 'a profile of writ login, also as WRIT_PROFILE')
    .option('--management-url <address>', 'the management host, also as WRIT_MANAGEMENT_URL')
    .option('--write-url <address>', 'the write host, also as WRIT_WRITE_URL')
    .option('--project <project>', 'its id or name, also as WRIT_PROJECT')
    .addHelpText('after', beginnings)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .showSuggestionAfterError();

const beginnings = `
To begin with, while npm start runs:
  writ write create contacts -g acme --data '{"email":"ada@example.com"}'
  writ ops list --since 1h
  writ listen --forward-to http://localhost:3000/hook

Exit: 0 done, 1 the write failed, 2 usage, 3 not found, 4 credentials, 5 conflict, 6 refused input,
7 unavailable, 8 not ended in time, 78 configuration, 130 interrupted.`;
