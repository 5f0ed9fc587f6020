import { insertAuditEntries, insertConsoleCode } from '@writ/tenancy';
import type { AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

export const consoleLink: AdminCommand = {
  summary: 'Make a code with which an administrator signs in to the console once, within five minutes.',
  options: {},
  run: ({ environment, tell, by }) =>
    withDatabase(environment, async ({ transaction }) => {
      const { code, expireTime } = await transaction(async ({ prisma }) => {
        const { id, ...made } = await insertConsoleCode(prisma, by.id);
        const after = { id, projectId: null, expireTime: made.expireTime };
        await insertAuditEntries(prisma, by, { resource: 'consoleCode', after });
        return made;
      });
      tell({ code, expireTime });
    }),
};
