import { isId } from '@writ/db';
import { replayDeadLetters } from '@writ/event-bus';
import { UsageError, type AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

export const replayDeadLettersCommand: AdminCommand = {
  summary:
    'Have events that could not be taken in published again; those that still cannot be read are told and left.',
  options: {
    id: { description: 'Only this one, though it was replayed before; absent: all that were not.' },
  },
  run: ({ options: { id }, environment, tell }) =>
    withDatabase(environment, async (database) => {
      if (id !== undefined && !isId(id))
        throw new UsageError(`--id is the id of a dead letter, not "${id}".`);
      const filter = id === undefined ? {} : { ids: [id] };
      const { replayed, unreadable } = await replayDeadLetters(database, filter);
      if (id !== undefined && replayed + unreadable.length === 0) {
        throw new UsageError(`There is no dead letter "${id}".`);
      }
      for (const letter of unreadable) tell(JSON.stringify(letter));
      tell(JSON.stringify({ replayed, unreadable: unreadable.length }));
    }),
};
