import { listDeadLetters, type DeadLetter } from '@writ/event-bus';
import type { AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

const pageSize = 20;
const shownCharacters = 500;

export const listDeadLettersCommand: AdminCommand = {
  summary:
    'Print events that could not be taken in and were not replayed, oldest first, one JSON object a line.',
  options: {},
  run: ({ environment, tell }) =>
    withDatabase(environment, async ({ prisma }) => {
      let page = await listDeadLetters(prisma, { limit: pageSize });
      while (page.length > 0) {
        for (const letter of page) tell(JSON.stringify(toLine(letter)));
        page = await listDeadLetters(prisma, { limit: pageSize, after: page.at(-1)?.id ?? '' });
      }
    }),
};

const toLine = ({ id, createTime, reason, message }: DeadLetter): object => {
  const { value, headers: _headers, ...place } = message;
  const text = value.toString('utf8');
  return { id, createTime, reason, ...place, bytes: value.length, begins: text.slice(0, shownCharacters) };
};
