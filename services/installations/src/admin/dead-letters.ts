import { isId } from '@writ/db';
import { listDeadLetters, replayDeadLetters, type DeadLetter } from '@writ/event-bus';
import { insertAuditEntries } from '@writ/tenancy';
import { StateError, UsageError, type AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

const pageSize = 20;
const shownCharacters = 500;

export const listDeadLettersCommand: AdminCommand = {
  summary: 'Print dead letters that were not replayed, oldest first, one JSON object a line.',
  options: {},
  run: ({ environment, tell }) =>
    withDatabase(environment, async ({ prisma }) => {
      let page = await listDeadLetters(prisma, { limit: pageSize });
      while (page.length > 0) {
        for (const letter of page) tell(toLine(letter));
        page = await listDeadLetters(prisma, { limit: pageSize, after: page.at(-1)?.id ?? '' });
      }
    }),
};

const toLine = ({ id, createTime, reason, message }: DeadLetter): object => {
  const { value, headers: _headers, ...place } = message;
  const text = value.toString('utf8');
  return { id, createTime, reason, ...place, bytes: value.length, begins: text.slice(0, shownCharacters) };
};

export const replayDeadLettersCommand: AdminCommand = {
  summary: 'Publish dead letters again. Those that still cannot be read are reported and stay.',
  options: {
    id: { description: 'Only this one, even if it was replayed before; by default, all that were not.' },
  },
  run: ({ options: { id }, environment, tell, by }) =>
    withDatabase(environment, async (database) => {
      if (id !== undefined && !isId(id))
        throw new UsageError(`--id is the id of a dead letter, not "${id}".`);
      const { replayed, unreadable } = await replayDeadLetters(database, id, ({ prisma }, letterId) => {
        const after = { id: letterId, projectId: null, replayed: true };
        return insertAuditEntries(prisma, by, { resource: 'deadLetter', after });
      });
      if (id !== undefined && replayed + unreadable.length === 0) {
        throw new StateError(`There is no dead letter "${id}".`);
      }
      for (const letter of unreadable) tell(letter);
      tell({ replayed, unreadable: unreadable.length });
    }),
};
