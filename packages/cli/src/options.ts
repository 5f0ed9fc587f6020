import { Help, Option, type Command } from 'commander';
import type { OperationId, QueryOf } from '@writ/sdk';
import { usageError } from './exit.ts';
import { help } from './openapi/help.ts';
import { momentOf } from './session.ts';
import type { Flags } from './where.ts';

type InputOf<Id extends OperationId> = keyof (typeof help)[Id]['inputs'] & string;
type Input = { description: string; values?: readonly string[] };

/** For an input of an operation, described as in the API. */
export function optionOf<Id extends OperationId>(id: Id, input: InputOf<Id>, flags: string): Option {
  const inputs: Readonly<Record<string, Input>> = help[id].inputs;
  const { description = '', values } = inputs[input] ?? {};
  if (values !== undefined) return new Option(flags, description).choices(values);
  if (input !== 'since' && input !== 'until') return new Option(flags, description);
  return new Option(flags, `${description}: a time, or 2h for two hours ago`).argParser(momentOf);
}

export type Filters<Query> = {
  addTo: (command: Command) => void;
  queryOf: (options: object) => Query;
};

/** @param flags the query parameter of each option */
export function filtersOf<Id extends OperationId>(
  id: Id,
  flags: Readonly<Record<string, InputOf<Id>>>,
): Filters<QueryOf<Id>> {
  const named = Object.entries(flags).map(([flag, input]) => ({ input, option: optionOf(id, input, flag) }));
  return {
    addTo: (command) => {
      for (const { option } of named) command.addOption(option);
    },
    queryOf: (options) => {
      const given = options as Readonly<Record<string, unknown>>;
      const query = named.map(({ input, option }) => [input, given[option.attributeName()]]);
      return Object.fromEntries(query) as QueryOf<Id>;
    },
  };
}

const flagOf = ({ long, flags }: Option): string => long ?? flags;

const givenFlags = (command: Command): string[] =>
  command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
    .map(flagOf);

export const needing = (command: Command, needs: Readonly<Record<string, string>>): Command =>
  command.hook('preAction', (_, acted) => {
    const given = givenFlags(acted);
    const vain = given.filter((flag) => needs[flag] !== undefined && !given.includes(needs[flag]));
    const lines = vain.map((flag) => `${flag} works only with ${needs[flag] ?? ''}.`);
    if (vain.length > 0) throw usageError(lines.join('\n'), 'Remove it, or give both.');
  });

/** Refuses options for many beside an id, except `ofOne`. */
export const choosing = (command: Command, ofOne: readonly string[]): Command =>
  command.hook('preAction', (_, acted) => {
    const vain = givenFlags(acted).filter((flag) => !ofOne.includes(flag));
    if (acted.args[0] === undefined || vain.length === 0) return;
    throw usageError(`${vain.join(', ')}: selects several, and the id one.`, 'Remove the option or the id.');
  });

const serviceFlags = {
  profile: '--profile',
  managementUrl: '--management-url',
  writeUrl: '--write-url',
  project: '--project',
} as const satisfies Record<keyof Flags, string>;

const usualHelp = Object.assign(new Help(), { showGlobalOptions: true });

/** Refuses and hides the options for the service, except the used ones. */
export function usingOnly(command: Command, ...used: readonly (keyof Flags)[]): Command {
  const unused = (Object.keys(serviceFlags) as (keyof Flags)[]).filter((name) => !used.includes(name));
  return command
    .configureHelp({
      ...command.configureHelp(),
      visibleGlobalOptions: (of) =>
        usualHelp
          .visibleGlobalOptions(of)
          .filter((option) => !unused.some((name) => name === option.attributeName())),
    })
    .hook('preAction', (_, acted) => {
      const flags = acted.optsWithGlobals<Flags>();
      const given = unused.filter((name) => flags[name] !== undefined).map((name) => serviceFlags[name]);
      if (given.length > 0) throw usageError(`${given.join(', ')}: this command does not use it.`);
    });
}

/** Commander would take the last value. */
export function refuseTwice(command: Command): void {
  for (const option of command.options.filter(({ required, optional }) => required || optional)) {
    let count = 0;
    command.on(`option:${option.name()}`, () => {
      count += 1;
      if (count > 1) throw usageError(`${flagOf(option)} is given twice, and takes one value.`);
    });
  }
  command.commands.forEach(refuseTwice);
}
