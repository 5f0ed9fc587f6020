import type { Command } from 'commander';

/** Refuses unknown words; commander's own `help` does not. */
export function helpCommands(command: Command): void {
  if (command.commands.length === 0) return;
  command.commands.forEach(helpCommands);
  command
    .helpCommand(false)
    .command('help')
    .argument('[command...]')
    .description('Show the help of a command')
    .action((words: readonly string[]) => {
      commandOf(command, words).help();
    });
}

function commandOf(parent: Command, [word, ...others]: readonly string[]): Command {
  if (word === undefined) return parent;
  const child = parent.commands.find((each) => each.name() === word);
  return child === undefined ? parent.error(`error: unknown command '${word}'`) : commandOf(child, others);
}
