import type { Actor, Scope } from '@writ/contracts';
import { Prisma } from '@writ/db';
import { isSessionOpen } from '../sessions/sessions.ts';
import { isKeyGood } from '../keys/find-holder.ts';

const everything: ReadonlySet<Scope> = new Set(['full']);

/**
 * What the credential by which somebody began something in a project allows by now, always fresh; undefined: it is none any
 * more. Of a token the key that signed it counts: what was begun in time may take longer than a token lasts.
 * The scope `frontend` without a group counts as long as the project accepts keys of pages.
 */
export async function scopesNow(
  prisma: Prisma.TransactionClient,
  projectId: string,
  { kind, id, sessionId, groupRef }: Actor,
): Promise<ReadonlySet<Scope> | undefined> {
  if (sessionId !== undefined && !(await isOpen(prisma, sessionId))) return undefined;
  // An administrator has no key; what one began with another token is not found any more.
  if (id === 'admin') return everything;
  const [table, isGood] = kind === 'jwt' ? ['jwt_key', 'key.active'] : ['api_key', isKeyGood];
  const [key] = await prisma.$queryRaw<{ scopes: Scope[]; pageKeys: boolean }[]>`
    SELECT key.scopes, project.page_keys AS "pageKeys"
    FROM ${Prisma.raw(table)} AS key JOIN project ON project.id = key.project_id
    WHERE key.id = ${id}::uuid AND key.project_id = ${projectId}::uuid AND ${Prisma.raw(isGood)}`;
  const isForGroup = groupRef !== undefined;
  return key && new Set(key.scopes.filter((scope) => scope !== 'frontend' || isForGroup || key.pageKeys));
}

async function isOpen(prisma: Prisma.TransactionClient, sessionId: string): Promise<boolean> {
  const open = await prisma.$queryRaw<unknown[]>`
    SELECT 1 FROM session AS s WHERE s.id = ${sessionId}::uuid AND ${Prisma.raw(isSessionOpen)}`;
  return open.length === 1;
}
