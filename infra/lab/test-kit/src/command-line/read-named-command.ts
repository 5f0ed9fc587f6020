import { parseArgs } from 'node:util';

/** What was asked for: help, something that is refused in one sentence, or one of the names with the options given. */
export type NamedCommand<Name extends string, Option extends string> =
  | { do: 'help' }
  | { do: 'refuse'; why: string }
  | { do: 'named'; name: Name; texts: Partial<Record<Option, string>> };

type Known<Name extends string, Option extends string> = {
  /** What the names name: `experiment`. */
  kind: string;
  names: readonly Name[];
  /** Options that take a text, without the dashes. */
  options: readonly Option[];
  /** Why a second name is refused. */
  oneAtATime: string;
};

/** Reads `<name> [--option text …]`; a name counts in capitals, too. */
export function readNamedCommand<Name extends string, Option extends string>(
  given: readonly string[],
  { kind, names, options, oneAtATime }: Known<Name, Option>,
): NamedCommand<Name, Option> {
  const parsed = parse(given, options);
  if (typeof parsed === 'string') return { do: 'refuse', why: parsed };
  const { help, ...texts } = parsed.values;
  if (help === true || given.length === 0) return { do: 'help' };
  const [wanted, ...more] = parsed.positionals;
  if (wanted === undefined) return { do: 'refuse', why: `Name ${article(kind)} ${kind}.` };
  const name = names.find((known) => known === wanted.toLowerCase());
  if (!name) return { do: 'refuse', why: `There is no ${kind} "${wanted}"; there are ${names.join(', ')}.` };
  if (more.length > 0) return { do: 'refuse', why: oneAtATime };
  // Only options of type `string` are left, and only those that are named.
  return { do: 'named', name, texts: { ...texts } };
}

const article = (word: string): string => (/^[aeiou]/.test(word) ? 'an' : 'a');

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
