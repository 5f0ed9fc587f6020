import { newId, type Prisma } from '@writ/db';
import { hashText, newSecretText } from './sessions.ts';

const usableMinutes = 5;

/** Creates a code that replaces an administrator's credential once, and deletes expired codes. */
export async function insertConsoleCode(
  prisma: Prisma.TransactionClient,
  createdBy: string,
): Promise<{ id: string; code: string; expireTime: Date }> {
  await prisma.$executeRaw`
    DELETE FROM console_code WHERE create_time < clock_timestamp() - ${usableMinutes} * interval '1 min'`;
  const code = newSecretText();
  const data = { id: newId(), hash: hashText(code), createdBy };
  const { id, createTime } = await prisma.consoleCode.create({ data });
  return { id, code, expireTime: new Date(createTime.getTime() + usableMinutes * 60_000) };
}

/** Uses up a code and returns its creator; undefined if it is unknown or expired. */
export async function useConsoleCode(
  prisma: Prisma.TransactionClient,
  code: string,
): Promise<string | undefined> {
  const [used] = await prisma.$queryRaw<{ createdBy: string }[]>`
    DELETE FROM console_code
    WHERE hash = ${hashText(code)} AND create_time > clock_timestamp() - ${usableMinutes} * interval '1 min'
    RETURNING created_by AS "createdBy"`;
  return used?.createdBy;
}
