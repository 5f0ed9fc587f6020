import { Command, CommanderError, InvalidArgumentError, type OutputConfiguration } from 'commander';
import { letReadersLeave } from '@writ/service-kit';

/** For an unreadable command line (sysexits.h, EX_USAGE). */
const usageCode = 64;

export type Laboratory = {
  /** `act` resolves with the exit code. */
  command: (name: string, summary: string, act: (options: never) => Promise<number>) => Command;
  /** Runs the named command and returns the exit code. Without arguments it prints the help. */
  obey: (given: readonly string[]) => Promise<number>;
};

/** Names may be in capitals. */
export function laboratory(lab: string, about: string, output: OutputConfiguration = {}): Laboratory {
  let code = 0;
  const program = new Command(`npm run ${lab} --`)
    .description(about)
    .helpCommand(false)
    .configureOutput(output)
    .exitOverride();
  return {
    command: (name, summary, act) =>
      program
        .command(name)
        .summary(summary)
        .description(summary)
        .action(async (options: object) => {
          code = await act(options as never);
        }),
    obey: async ([name = '--help', ...options]) => {
      letReadersLeave();
      try {
        await program.parseAsync([name.toLowerCase(), ...options], { from: 'user' });
        return code;
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error;
        return error.exitCode === 0 ? 0 : usageCode;
      }
    },
  };
}

export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least}.`);
  };
