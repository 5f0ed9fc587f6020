import { readNamedCommand, wholeNumber } from '@writ/test-kit';
import type { Benchmark } from './benchmark.ts';
import { choiceOptionNames, readChoices, type Choices } from './choices.ts';
import { replicaOptionNames, replicaOptions, type Replicas, type ReplicaOption } from './replica-options.ts';

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
      replicas: Replicas;
      choices: Choices;
    };

/** What a benchmark can be asked for beside its name. */
export type Asks = { size: boolean; replicas: readonly ReplicaOption[]; choices: Choices };

/**
 * Reads `bench <name> [--size n] [--gateways n] [--workers n] [--json file] [--profile folder]` and what a benchmark has
 * choices of; everything else is refused in one sentence.
 */
export function readCommandLine<Name extends string>(
  given: readonly string[],
  names: readonly Name[],
  asksOf: (name: Name) => Asks,
): Command<Name> {
  const read = readNamedCommand(given, {
    kind: 'benchmark',
    names,
    options: ['size', 'json', 'profile', ...replicaOptionNames, ...choiceOptionNames],
    oneAtATime: 'One benchmark at a time: they would slow each other.',
  });
  if (read.do !== 'named') return read;
  const { name, texts } = read;
  const size = wholeNumber('--size', texts.size, 1);
  if (typeof size === 'object') return { do: 'refuse', why: size.refused };
  const asks = asksOf(name);
  if (size !== undefined && !asks.size)
    return { do: 'refuse', why: `${name} always does the same work; it has no --size.` };
  const choices = readChoices(name, texts, asks.choices);
  if ('refused' in choices) return { do: 'refuse', why: choices.refused };
  const replicas = readReplicas(name, texts, asks);
  if ('refused' in replicas) return { do: 'refuse', why: replicas.refused };
  return { do: 'run', name, size, jsonFile: texts.json, profileDir: texts.profile, replicas, choices };
}

function readReplicas(
  name: string,
  texts: Partial<Record<ReplicaOption, string>>,
  asks: Asks,
): Replicas | { refused: string } {
  const replicas: Replicas = {};
  for (const option of replicaOptionNames) {
    if (option in asks.choices) continue;
    const count = wholeNumber(`--${option}`, texts[option], 1);
    if (typeof count === 'object') return count;
    if (count === undefined) continue;
    if (!asks.replicas.includes(option)) return { refused: `${name} has no --${option}.` };
    replicas[replicaOptions[option]] = count;
  }
  return replicas;
}

export function usage(benchmarks: Readonly<Record<string, Benchmark>>): string {
  const lines = Object.entries(benchmarks).map(([name, { summary }]) => `  ${name.padEnd(11)}${summary}`);
  return `npm run bench -- <name> [--size <count>] [--gateways <count>] [--workers <count>]
    [--json <file>] [--profile <folder>]
npm run bench -- backlog [--case updates,creates|all]
npm run bench -- scale [--part workers] [--workers 1,2] [--accounts 200] [--share 0.25,none] …

${lines.join('\n')}

  --size <count>      how much work, where a benchmark has a size: see infra/lab/bench/README.md
  --gateways <count>  how many write gateways, for accept, sync and autobatch; one unless told
  --workers <count>   how many write workers, for drain and quota; one unless told
  --case <names>      what backlog measures; all unless told, except for steady, day and lone
  --share <part>      of a core that each process is held at, for scale; none: not held. Its other options: the same file
  --json <file>       where the figures are written; below DATA_DIR/bench without it
  --profile <folder>  every service writes a CPU profile there when it ends; figures are worse then
  --help              this

Each starts real Postgres, Redis and Kafka, the services and what they talk to, and stops them at its end.
`;
}
