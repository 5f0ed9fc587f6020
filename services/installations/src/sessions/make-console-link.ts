import type { Actor } from '@writ/contracts';
import type { Database } from '@writ/db';
import { besideApi } from '@writ/service-kit';
import { insertAuditEntries, insertConsoleCode } from '@writ/tenancy';

/**
 * The link signs an administrator in once, within five minutes. Its code is in the fragment, which browsers do not
 * send.
 * @param managementUrl ends in /v1
 */
export const makeConsoleLink = (
  { transaction }: Pick<Database, 'transaction'>,
  managementUrl: string,
  by: Actor,
): Promise<{ link: string; code: string; expireTime: Date }> =>
  transaction(async ({ prisma }) => {
    const { id, code, expireTime } = await insertConsoleCode(prisma, by.id);
    await insertAuditEntries(prisma, by, {
      resource: 'consoleCode',
      after: { id, projectId: null, expireTime },
    });
    return { link: besideApi(managementUrl, `/console#code=${code}`), code, expireTime };
  });
