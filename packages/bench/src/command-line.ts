import { parseArgs } from 'node:util';
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
  const parsed = parse(given);
  if (typeof parsed === 'string') return { do: 'refuse', why: parsed };
  const { values, positionals } = parsed;
  if (values.help || given.length === 0) return { do: 'help' };
  const [wanted, ...more] = positionals;
  const name = names.find((known) => known === wanted);
  if (wanted === undefined) return { do: 'refuse', why: 'Name a benchmark.' };
  if (!name)
    return { do: 'refuse', why: `There is no benchmark "${wanted}"; there are ${names.join(', ')}.` };
  if (more.length > 0) return { do: 'refuse', why: 'One benchmark at a time: they would slow each other.' };
  if (values.size !== undefined && !/^[1-9]\d{0,8}$/.test(values.size))
    return { do: 'refuse', why: '--size is a whole number from 1.' };
  if (values.size !== undefined && !hasSize(name))
    return { do: 'refuse', why: `${name} always does the same work; it has no --size.` };
  const size = values.size === undefined ? undefined : Number(values.size);
  return { do: 'run', name, size, jsonFile: values.json, profileDir: values.profile };
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        size: { type: 'string' },
        json: { type: 'string' },
        profile: { type: 'string' },
      },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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
