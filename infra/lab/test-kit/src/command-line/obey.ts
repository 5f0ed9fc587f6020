import { letReadersLeave } from '@writ/service-kit';

/** Exit code of a command line that cannot be read (sysexits.h, EX_USAGE). */
const usageCode = 64;

type Refusing = { do: 'help' } | { do: 'refuse'; why: string } | { do: 'run' };

/** Gives help, or tells what is refused, or runs; gives the exit code. */
export async function obey<Command extends Refusing>(
  command: Command,
  usage: string,
  run: (command: Extract<Command, { do: 'run' }>) => Promise<number>,
): Promise<number> {
  letReadersLeave();
  switch (command.do) {
    case 'help':
      process.stdout.write(usage);
      return 0;
    case 'refuse':
      process.stderr.write(`${command.why}\n\n${usage}`);
      return usageCode;
    case 'run':
      return run(command as Extract<Command, { do: 'run' }>);
  }
}
