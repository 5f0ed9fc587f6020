import { parseArgs } from 'node:util';
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
  const parsed = parse(given);
  if (typeof parsed === 'string') return { do: 'refuse', why: parsed };
  const { values, positionals } = parsed;
  if (values.help || given.length === 0) return { do: 'help' };
  const [wanted, ...more] = positionals;
  const name = names.find((known) => known === wanted);
  if (wanted === undefined) return { do: 'refuse', why: 'Name an experiment.' };
  if (!name)
    return { do: 'refuse', why: `There is no experiment "${wanted}"; there are ${names.join(', ')}.` };
  if (more.length > 0) return { do: 'refuse', why: 'One experiment at a time.' };
  const [n, seed] = [values.n, values.seed].map((text) => (text === undefined ? undefined : Number(text)));
  for (const [option, value, least] of [
    ['--n', n, 1],
    ['--seed', seed, 0],
  ] as const) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= least))
      return { do: 'refuse', why: `${option} takes a whole number from ${least}.` };
  }
  return { do: 'run', name, n, seed };
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        n: { type: 'string' },
        seed: { type: 'string' },
      },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function usage(experiments: Readonly<Record<string, Experiment>>): string {
  const lines = Object.entries(experiments).map(
    ([name, { summary, unit, usualN }]) => `  ${name.padEnd(10)}${summary} (--n: ${unit}, ${usualN})`,
  );
  return `npm run abuse -- <name> [--n <size>] [--seed <number>]

${lines.join('\n')}

  --n <size>       size of the experiment
  --seed <number>  generates the same requests again
  --help           this

Each starts real Postgres and Redis, gateways as processes and the sandbox CRMs, and stops them at its end.
`;
}
