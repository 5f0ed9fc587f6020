import type { Actor, Scope } from '@writ/contracts';
import { Prisma } from '@writ/db';
import { isSessionOpen } from '../sessions/sessions.ts';
import { isKeyGood, withProject } from '../keys/find-holder.ts';

const everything: ReadonlySet<Scope> = new Set(['full']);

/**
 * The scopes that the actor's credential has now; undefined if it is no longer valid. A token counts as long
 * as its key is active: the work may outlast it.
 */
export async function scopesNow(
  prisma: Prisma.TransactionClient,
  projectId: string,
  { kind, id, sessionId, groupRef }: Actor,
): Promise<ReadonlySet<Scope> | undefined> {
  if (sessionId !== undefined && !(await isOpen(prisma, sessionId))) return undefined;
  // An administrator has no key.
  if (id === 'admin') return everything;
  const [table, isGood] = kind === 'jwt' ? ['jwt_key', 'key.active'] : ['api_key', isKeyGood];
  const [key] = await prisma.$queryRaw<{ scopes: Scope[]; pageKeys: boolean }[]>`
    SELECT key.scopes, project.page_keys AS "pageKeys"
    FROM ${Prisma.raw(table)} AS key ${Prisma.raw(withProject)}
    WHERE key.id = ${id}::uuid AND key.project_id = ${projectId}::uuid AND ${Prisma.raw(isGood)}`;
  const isForGroup = groupRef !== undefined;
  return key && new Set(key.scopes.filter((scope) => scope !== 'frontend' || isForGroup || key.pageKeys));
}

async function isOpen(prisma: Prisma.TransactionClient, sessionId: string): Promise<boolean> {
  const open = await prisma.$queryRaw<unknown[]>`
    SELECT 1 FROM session AS s WHERE s.id = ${sessionId}::uuid AND ${Prisma.raw(isSessionOpen)}`;
  return open.length === 1;
}
