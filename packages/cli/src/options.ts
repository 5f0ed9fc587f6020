import type { Command, Option } from 'commander';
import { CommandFault, exit } from './exit.ts';

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
