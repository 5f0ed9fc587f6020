import { Help, type Command, type Option } from 'commander';
import { CommandFault, exit } from './exit.ts';
import type { Flags } from './where.ts';

const isGiven = (command: Command, option: Option): boolean =>
  command.getOptionValueSource(option.attributeName()) === 'cli';

const flagOf = ({ long, flags }: Option): string => long ?? flags;

/** Refuses, before anything is done, options that mean something beside another one alone and stand without it. */
export const needing = (command: Command, needs: Readonly<Record<string, string>>): Command =>
  command.hook('preAction', (_, acted) => {
    const given = acted.options.filter((option) => isGiven(acted, option)).map(flagOf);
    const vain = given.filter((flag) => needs[flag] !== undefined && !given.includes(needs[flag]));
    if (vain.length === 0) return;
    const lines = vain.map((flag) => `${flag} means something with ${needs[flag] ?? ''} alone.`);
    throw new CommandFault(exit.usage, lines.join('\n'), 'Leave it out, or give both.');
  });

/** Refuses, before anything is done, options that choose among several where an id names one; but for those of one. */
export const choosing = (command: Command, ofOne: readonly string[]): Command =>
  command.hook('preAction', (_, acted) => {
    if (acted.args[0] === undefined) return;
    const given = acted.options.filter((option) => isGiven(acted, option)).map(flagOf);
    const vain = given.filter((flag) => !ofOne.includes(flag));
    if (vain.length > 0)
      throw new CommandFault(
        exit.usage,
        `${vain.join(', ')}: of several, and an id names one.`,
        'Leave them out, or leave the id out.',
      );
  });

const flagsOfService = {
  profile: '--profile',
  managementUrl: '--management-url',
  writeUrl: '--write-url',
  project: '--project',
} as const satisfies Record<keyof Flags, string>;

const usualHelp = Object.assign(new Help(), { showGlobalOptions: true });

/**
 * Of the options that name a service this command looks at these alone. Its help leaves out the others, and they are refused:
 * who names a project means that one.
 */
export function lookingAt(command: Command, ...looksAt: readonly (keyof Flags)[]): Command {
  const vain = (Object.keys(flagsOfService) as (keyof Flags)[]).filter((name) => !looksAt.includes(name));
  return command
    .configureHelp({
      ...command.configureHelp(),
      visibleGlobalOptions: (of) =>
        usualHelp
          .visibleGlobalOptions(of)
          .filter((option) => !vain.some((name) => name === option.attributeName())),
    })
    .hook('preAction', (_, acted) => {
      const flags = acted.optsWithGlobals<Flags>();
      const given = vain.filter((name) => flags[name] !== undefined).map((name) => flagsOfService[name]);
      if (given.length > 0) throw new CommandFault(exit.usage, `${given.join(', ')}: means nothing here.`);
    });
}

/** Refuses an option that is given twice: the last one alone would count. */
export function refuseTwice(command: Command): void {
  for (const option of command.options.filter(({ required, optional }) => required || optional)) {
    let count = 0;
    command.on(`option:${option.name()}`, () => {
      count += 1;
      if (count > 1)
        throw new CommandFault(exit.usage, `${flagOf(option)} is given twice, and takes one value.`);
    });
  }
  command.commands.forEach(refuseTwice);
}
