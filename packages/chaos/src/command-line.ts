import { parseArgs } from 'node:util';
import type { Experiment } from './experiment.ts';

export type RunCommand<Name extends string> = {
  do: 'run';
  name: Name;
  n: number | undefined;
  seed: number | undefined;
  jsonFile: string | undefined;
};

/** What the command line asks for. */
export type Command<Name extends string> =
  | { do: 'help' }
  | { do: 'refuse'; why: string }
  | { do: 'judge'; name: Name; historyFile: string }
  | RunCommand<Name>;

/** Reads `chaos <name> [--n …] [--seed …] [--json …] [--judge …]`; everything else is refused in one sentence. */
export function readCommandLine<Name extends string>(
  given: readonly string[],
  names: readonly Name[],
): Command<Name> {
  const parsed = parse(given);
  if (typeof parsed === 'string') return { do: 'refuse', why: parsed };
  const { values, positionals } = parsed;
  if (values.help || given.length === 0) return { do: 'help' };
  const [wanted, ...more] = positionals;
  if (wanted === undefined) return { do: 'refuse', why: 'Name an experiment.' };
  const name = names.find((known) => known === wanted.toLowerCase());
  if (!name)
    return { do: 'refuse', why: `There is no experiment "${wanted}"; there are ${names.join(', ')}.` };
  if (more.length > 0)
    return { do: 'refuse', why: 'One experiment at a time: each has the machine to itself.' };
  if (values.judge !== undefined) return { do: 'judge', name, historyFile: values.judge };
  const [n, seed] = [values.n, values.seed].map((text) => (text === undefined ? undefined : Number(text)));
  const wrong = wrongNumber('--n', n, 1) ?? wrongNumber('--seed', seed, 0);
  if (wrong !== undefined) return { do: 'refuse', why: wrong };
  return { do: 'run', name, n, seed, jsonFile: values.json };
}

const wrongNumber = (option: string, value: number | undefined, least: number): string | undefined =>
  value === undefined || (Number.isSafeInteger(value) && value >= least)
    ? undefined
    : `${option} takes a whole number from ${least}.`;

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        n: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'string' },
        judge: { type: 'string' },
      },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function usage(experiments: Readonly<Record<string, Experiment>>): string {
  const lines = Object.entries(experiments).map(
    ([name, { summary, unit, usualN }]) => `  ${name.padEnd(5)}${summary} (--n: ${unit}, ${usualN})`,
  );
  return `npm run chaos -- <name> [--n <size>] [--seed <number>] [--json <file>]
npm run chaos -- <name> --judge <history file>

${lines.join('\n')}

  --n <size>       size of the experiment; what it counts, and how many without it, stands above
  --seed <number>  breaks the same things again
  --json <file>    where verdicts and figures are written too
  --judge <file>   gives the verdict on a history that an earlier run wrote
  --help           this

Each starts real Postgres, Redis and Kafka, the services as processes, the sandbox CRMs and a receiver, breaks
something while writes are under way, writes down what it saw (DATA_DIR/chaos, .data/chaos without it), and ends with 1
when something did not hold.
`;
}
