import type { Command } from 'commander';

/** Puts `help` below a command, and below each that has others below it. Of a word that is no command it says so. */
export function helpCommands(command: Command): void {
  if (command.commands.length === 0) return;
  command.commands.forEach(helpCommands);
  command
    .helpCommand(false)
    .command('help')
    .argument('[command...]')
    .description('tells how a command is used')
    .action((words: readonly string[]) => {
      commandOf(command, words).help();
    });
}

/** The command that these words lead to. Ends as an unknown command does where there is none. */
function commandOf(above: Command, [word, ...others]: readonly string[]): Command {
  if (word === undefined) return above;
  const below = above.commands.find((each) => each.name() === word);
  return below === undefined ? above.error(`error: unknown command '${word}'`) : commandOf(below, others);
}
