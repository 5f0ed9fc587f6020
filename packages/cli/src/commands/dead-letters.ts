import type { DeadLetter } from '@writ/sdk';
import type { Command } from 'commander';
import type { Columns } from '../output.ts';
import { firstOf, mustBeMeant, wholeNumber, type Act } from '../session.ts';

const deadLetterColumns: Columns<DeadLetter> = {
  ID: ({ id }) => id,
  STATUS: ({ status }) => status,
  WHY: ({ reasonKind }) => reasonKind,
  REASON: ({ reason }) => reason,
};

/** Dead letters are of no project. */
export function deadLetterCommands(program: Command, act: Act): void {
  const letters = program
    .command('dead-letters')
    .helpGroup('Events:')
    .description('looks at events that could not be taken in; needs WRIT_TOKEN, an administrator’s');
  letters
    .command('list')
    .description('lists dead letters, newest first')
    .option('--limit <count>', 'at most so many', wholeNumber, 50)
    .action(
      act<[], { limit: number }>(({ writ, print }, _, { limit }) =>
        print.list(firstOf(writ.admin.deadLetters(), limit), deadLetterColumns, ({ id }) => id),
      ),
    );
  const one = (name: string, description: string) =>
    letters.command(name).description(description).argument('<id>');
  one('get', 'shows one with what it held').action(
    act<[string], object>(async ({ writ, print }, [id]) => print.one(await writ.admin.deadLetter(id), id)),
  );
  one('replay', 'puts it back where it came from').action(
    act<[string], object>(async ({ writ, print }, [id]) =>
      print.one(await writ.admin.replayDeadLetter(id), id),
    ),
  );
  one('discard', 'removes it')
    .option('--yes', 'do it')
    .action(
      act<[string], { yes?: boolean }>(async ({ writ, print }, [id], { yes }) => {
        mustBeMeant(yes, 'removes the dead letter for good');
        await writ.admin.discardDeadLetter(id);
        print.one({ discarded: id }, id);
      }),
    );
}
