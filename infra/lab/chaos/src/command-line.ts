import { readNamedCommand, wholeNumber } from '@writ/test-kit';
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
  const read = readNamedCommand(given, {
    kind: 'experiment',
    names,
    options: ['n', 'seed', 'json', 'judge'],
    oneAtATime: 'One experiment at a time: each has the machine to itself.',
  });
  if (read.do !== 'named') return read;
  const { name, texts } = read;
  if (texts.judge !== undefined) return { do: 'judge', name, historyFile: texts.judge };
  const n = wholeNumber('--n', texts.n, 1);
  const seed = wholeNumber('--seed', texts.seed, 0);
  if (typeof n === 'object') return { do: 'refuse', why: n.refused };
  if (typeof seed === 'object') return { do: 'refuse', why: seed.refused };
  return { do: 'run', name, n, seed, jsonFile: texts.json };
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
