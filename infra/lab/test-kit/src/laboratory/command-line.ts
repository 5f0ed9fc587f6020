import { parseArgs } from 'node:util';
import { letReadersLeave } from '@writ/service-kit';

/** Exit code of a command line that cannot be read (sysexits.h, EX_USAGE). */
const usageCode = 64;

type Help = { do: 'help' };
type Refused = { do: 'refuse'; why: string };

/** Prints the help or the refusal, or runs the command; resolves with the exit code. */
export async function obey<Run extends { do: 'run' }>(
  command: Help | Refused | Run,
  usage: string,
  run: (command: Run) => Promise<number>,
): Promise<number> {
  letReadersLeave();
  if (command.do === 'run') return run(command);
  if (command.do === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  process.stderr.write(`${command.why}\n\n${usage}`);
  return usageCode;
}

type Known<Name extends string, Option extends string> = {
  /** What the names name: `experiment`. */
  kind: string;
  names: readonly Name[];
  /** Options that take a text, without the dashes. */
  options: readonly Option[];
};

/** Reads `<name> [--option text …]`; the name may be in capitals. */
export function readNamedCommand<Name extends string, Option extends string>(
  given: readonly string[],
  { kind, names, options }: Known<Name, Option>,
): Help | Refused | { do: 'named'; name: Name; texts: Partial<Record<Option, string>> } {
  const refuse = (why: string): Refused => ({ do: 'refuse', why });
  const parsed = parse(given, options);
  if (typeof parsed === 'string') return refuse(parsed);
  const { help, ...texts } = parsed.values;
  if (help === true || given.length === 0) return { do: 'help' };
  const [wanted, ...more] = parsed.positionals;
  if (wanted === undefined) return refuse(`Name one ${kind}.`);
  const name = names.find((known) => known === wanted.toLowerCase());
  if (!name) return refuse(`There is no ${kind} "${wanted}"; there are ${names.join(', ')}.`);
  if (more.length > 0) return refuse(`One ${kind} at a time: each needs the machine for itself.`);
  // `parseArgs` has refused every other option.
  return { do: 'named', name, texts: { ...texts } };
}

function parse(given: readonly string[], options: readonly string[]) {
  try {
    const texts = Object.fromEntries(options.map((option) => [option, { type: 'string' as const }]));
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { ...texts, help: { type: 'boolean' as const, short: 'h' } },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function wholeNumber(
  option: string,
  text: string | undefined,
  least: number,
): number | undefined | { refused: string } {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) && value >= least
    ? value
    : { refused: `${option} takes a whole number from ${least}.` };
}

export type ExperimentCommand<Name extends string, Option extends string = never> = {
  do: 'run';
  name: Name;
  n: number | undefined;
  seed: number | undefined;
  texts: Partial<Record<Option, string>>;
};

/** Reads `<experiment> [--n size] [--seed number] [--option text …]`. */
export function readExperiment<Name extends string, Option extends string = never>(
  given: readonly string[],
  names: readonly Name[],
  options: readonly Option[] = [],
): Help | Refused | ExperimentCommand<Name, Option> {
  const known = { kind: 'experiment', names, options: ['n', 'seed', ...options] as const };
  const read = readNamedCommand(given, known);
  if (read.do !== 'named') return read;
  const { n: size, seed: seedText, ...texts } = read.texts as Record<string, string | undefined>;
  const n = wholeNumber('--n', size, 1);
  const seed = wholeNumber('--seed', seedText, 0);
  if (typeof n === 'object') return { do: 'refuse', why: n.refused };
  if (typeof seed === 'object') return { do: 'refuse', why: seed.refused };
  return { do: 'run', name: read.name, n, seed, texts: texts as Partial<Record<Option, string>> };
}

export const listOf = (
  experiments: Readonly<Record<string, { summary: string; unit: string; usualN: number }>>,
): string =>
  Object.entries(experiments)
    .map(([name, { summary, unit, usualN }]) => `  ${name.padEnd(12)}${summary} (--n: ${unit}, ${usualN})`)
    .join('\n');
