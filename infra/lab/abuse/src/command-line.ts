import { readNamedCommand, wholeNumber } from '@writ/test-kit';
import type { Experiment } from './experiment.ts';

/** What the command line asks for. */
export type Command<Name extends string> =
  | { do: 'help' }
  | { do: 'refuse'; why: string }
  | { do: 'run'; name: Name; n: number | undefined; seed: number | undefined };

/** Reads `abuse <name> [--n number] [--seed number]`; everything else is refused in one sentence. */
export function readCommandLine<Name extends string>(
  given: readonly string[],
  names: readonly Name[],
): Command<Name> {
  const read = readNamedCommand(given, {
    kind: 'experiment',
    names,
    options: ['n', 'seed'],
    oneAtATime: 'One experiment at a time.',
  });
  if (read.do !== 'named') return read;
  const n = wholeNumber('--n', read.texts.n, 1);
  const seed = wholeNumber('--seed', read.texts.seed, 0);
  if (typeof n === 'object') return { do: 'refuse', why: n.refused };
  if (typeof seed === 'object') return { do: 'refuse', why: seed.refused };
  return { do: 'run', name: read.name, n, seed };
}

export function usage(experiments: Readonly<Record<string, Experiment>>): string {
  const lines = Object.entries(experiments).map(
    ([name, { summary, unit, usualN }]) => `  ${name.padEnd(12)}${summary} (--n: ${unit}, ${usualN})`,
  );
  return `npm run abuse -- <name> [--n <size>] [--seed <number>]

${lines.join('\n')}

  --n <size>       size of the experiment
  --seed <number>  generates the same requests again
  --help           this

Each starts real Postgres and Redis, gateways as processes and the sandbox CRMs, and stops them at its end.
`;
}
