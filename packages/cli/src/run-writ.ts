import { Command, CommanderError, Option } from 'commander';
import { configCommands } from './commands/config.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventCommands } from './commands/events.ts';
import { laneCommands } from './commands/lanes.ts';
import { listenCommand } from './commands/listen.ts';
import { operationCommands } from './commands/operations.ts';
import type { Act, Session } from './commands/session.ts';
import { writeCommands } from './commands/write.ts';
import { completionCommand } from './completion.ts';
import { exit, exitCodeOf, faultLines } from './exit.ts';
import { printer, type Printing } from './output.ts';
import type { Surroundings } from './surroundings.ts';
import { whereFrom } from './where.ts';

/** Runs one command and gives its exit code. Results go to stdout, whatever else it says to stderr. */
export async function runWrit(args: readonly string[], around: Surroundings): Promise<number> {
  let code: number = exit.done;
  const act: Act =
    (perform) =>
    async (...given: unknown[]) => {
      const command = given.at(-1) as Command;
      const options = command.optsWithGlobals<Printing>();
      const session: Session = {
        ...(await whereFrom(around)),
        around,
        print: printer(around, options),
        note: (text) => void around.stderr.write(`${text}\n`),
      };
      const ended = await perform(session, command.processedArgs as never, options as never);
      code = typeof ended === 'number' ? ended : exit.done;
    };

  const program = programOf(around);
  for (const add of [
    writeCommands,
    operationCommands,
    eventCommands,
    listenCommand,
    configCommands,
    laneCommands,
    doctorCommand,
  ])
    add(program, act);
  completionCommand(program, around);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (fault) {
    if (fault instanceof CommanderError) return fault.exitCode === 0 ? exit.done : exit.usage;
    if (around.signal.aborted) return exit.interrupted;
    around.stderr.write(
      faultLines(fault)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const known = exitCodeOf(fault);
    if (known === undefined && fault instanceof Error) around.stderr.write(`${fault.stack ?? ''}\n`);
    return known ?? exit.writeFailed;
  }
}

const programOf = ({ stdout, stderr }: Surroundings): Command =>
  new Command('writ')
    .description('Writes records into the CRMs of your customers, and follows what became of them.')
    .addOption(new Option('--json', 'prints a JSON object a line'))
    .addOption(new Option('-q, --quiet', 'prints ids alone').conflicts('json'))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .showSuggestionAfterError();
