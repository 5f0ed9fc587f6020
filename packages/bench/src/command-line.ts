import { readNamedCommand, wholeNumber } from '@writ/test-kit';
import type { Benchmark } from './benchmark.ts';

/** What the command line asks for. */
export type Command<Name extends string> =
  | { do: 'help' }
  | { do: 'refuse'; why: string }
  | {
      do: 'run';
      name: Name;
      size: number | undefined;
      jsonFile: string | undefined;
      profileDir: string | undefined;
    };

/** Reads `bench <name> [--size n] [--json file] [--profile folder]`; everything else is refused in one sentence. */
export function readCommandLine<Name extends string>(
  given: readonly string[],
  names: readonly Name[],
  hasSize: (name: Name) => boolean,
): Command<Name> {
  const read = readNamedCommand(given, {
    ...{ kind: 'benchmark', names, options: ['size', 'json', 'profile'] },
    oneAtATime: 'One benchmark at a time: they would slow each other.',
  });
  if (read.do !== 'named') return read;
  const { name, texts } = read;
  const size = wholeNumber('--size', texts.size, 1);
  if (typeof size === 'object') return { do: 'refuse', why: size.refused };
  if (size !== undefined && !hasSize(name))
    return { do: 'refuse', why: `${name} always does the same work; it has no --size.` };
  return { do: 'run', name, size, jsonFile: texts.json, profileDir: texts.profile };
}

export function usage(benchmarks: Readonly<Record<string, Benchmark>>): string {
  const lines = Object.entries(benchmarks).map(([name, { summary }]) => `  ${name.padEnd(11)}${summary}`);
  return `npm run bench -- <name> [--size <count>] [--json <file>] [--profile <folder>]

${lines.join('\n')}

  --size <count>      how much work, where a benchmark has a size: see packages/bench/README.md
  --json <file>       where the figures are written; below DATA_DIR/bench without it
  --profile <folder>  every service writes a CPU profile there when it ends; figures are worse then
  --help              this

Each starts real Postgres, Redis and Kafka, the services and what they talk to, and stops them at its end.
`;
}
