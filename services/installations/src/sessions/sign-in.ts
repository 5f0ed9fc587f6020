import type { Actor } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { sameText } from '@writ/http-kit';
import { insertAuditEntries, insertSession, removeSession, useConsoleCode } from '@writ/tenancy';
import type { Deps } from '../deps.ts';

/** How somebody proves who they are. */
export type Proof = { apiKey?: string; adminToken?: string; code?: string };

/** A session that has begun; its text is what the browser is to hold. */
type Begun = { id: string; text: string; expireTime: Date };

/** Who the proof says it is, and whether its session ends with something. */
type Proved = {
  actor: Pick<Actor, 'kind' | 'id'>;
  projectId: string | null;
  ends: { keyId?: string; adminToken?: string };
};

/**
 * Begins a session, in the place of the one that the browser has, and notes it; a code is used up with it. Undefined: the
 * proof is none.
 */
export const signIn = (
  deps: Deps,
  proof: Proof,
  asked: Pick<Actor, 'requestId' | 'action'> & { address: string; replaces: string | undefined },
): Promise<Begun | undefined> =>
  deps.database.transaction(async (tx) => {
    const proved = await provedBy(deps, tx, proof);
    if (!proved) return undefined;
    const { actor, projectId, ends } = proved;
    const begun = await insertSession(tx.prisma, ends);
    const { address, replaces, ...act } = asked;
    if (replaces !== undefined) await removeSession(tx.prisma, replaces);
    const after = { id: begun.id, projectId, address };
    await insertAuditEntries(tx.prisma, { ...actor, ...act }, { resource: 'session', after });
    return begun;
  });

async function provedBy(
  deps: Deps,
  { prisma }: Transaction,
  { apiKey, adminToken, code }: Proof,
): Promise<Proved | undefined> {
  if (apiKey !== undefined) {
    const holder = await deps.findHolder({ kind: 'apiKey', text: apiKey });
    if (!holder) return undefined;
    const { kind, keyId, project } = holder;
    return { actor: { kind, id: keyId }, projectId: project.id, ends: { keyId } };
  }
  const { ADMIN_TOKEN: known } = deps.config;
  if (adminToken !== undefined)
    return known !== undefined && sameText(adminToken, known)
      ? { actor: { kind: 'admin', id: 'admin' }, projectId: null, ends: { adminToken: known } }
      : undefined;
  const createdBy = await useConsoleCode(prisma, code ?? '');
  return createdBy === undefined
    ? undefined
    : { actor: { kind: 'command', id: createdBy }, projectId: null, ends: {} };
}
