import { readNamedCommand, wholeNumber } from '@writ/test-kit/laboratory';
import type { Benchmark } from './benchmark.ts';
import { choiceOptionNames, readChoices, type Choices } from './choices.ts';

export type RunCommand<Name extends string> = {
  do: 'run';
  name: Name;
  size: number | undefined;
  jsonFile: string | undefined;
  profileDir: string | undefined;
  choices: Choices;
};

type Asked = Pick<Benchmark, 'usualSize' | 'usualChoices'>;

export function readCommandLine<Name extends string>(
  given: readonly string[],
  names: readonly Name[],
  benchmarkOf: (name: Name) => Asked,
): { do: 'help' } | { do: 'refuse'; why: string } | RunCommand<Name> {
  const options = ['size', 'json', 'profile', ...choiceOptionNames] as const;
  const read = readNamedCommand(given, { kind: 'benchmark', names, options });
  if (read.do !== 'named') return read;
  const { name, texts } = read;
  const { usualSize, usualChoices = {} } = benchmarkOf(name);
  const size = wholeNumber('--size', texts.size, 1);
  if (typeof size === 'object') return { do: 'refuse', why: size.refused };
  if (size !== undefined && usualSize === undefined)
    return { do: 'refuse', why: `${name} always does the same work; it has no --size.` };
  const choices = readChoices(name, texts, usualChoices);
  if ('refused' in choices) return { do: 'refuse', why: choices.refused };
  return { do: 'run', name, size, jsonFile: texts.json, profileDir: texts.profile, choices };
}

export function usage(benchmarks: Readonly<Record<string, Benchmark>>): string {
  const lines = Object.entries(benchmarks).map(([name, { summary }]) => `  ${name.padEnd(11)}${summary}`);
  return `npm run bench -- <name> [--size <count>] [--json <file>] [--profile <folder>]
npm run bench -- backlog [--case updates,creates|all]
npm run bench -- scale [--part workers] [--workers 1,2] [--accounts 200] [--share 0.25,none] …

${lines.join('\n')}

  --size <count>      the size of the work, if the benchmark has one: see infra/lab/bench/README.md
  --case <names>      what backlog measures; by default all but steady, day and lone
  --share <parts>     the part of a core at which scale holds each process; none: not held
  --json <file>       where the figures are written; below DATA_DIR/bench by default
  --profile <folder>  every service writes a CPU profile there when it ends; figures are worse then
  --help              this

Starts real Postgres, Redis and Kafka, the services and all that they call, and stops them at its end.
`;
}
