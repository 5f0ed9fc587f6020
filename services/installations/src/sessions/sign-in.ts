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
export async function signIn(
  deps: Deps,
  proof: Proof,
  asked: Pick<Actor, 'requestId' | 'action'> & { address: string; replaces: string | undefined },
): Promise<Begun | undefined> {
  // Before the transaction: the look-up has a connection of its own, and many who hold one would wait for each other.
  const held = await provedByCredential(deps, proof);
  if (!held && proof.code === undefined) return undefined;
  return deps.database.transaction(async ({ prisma }) => {
    const proved = held ?? (await provedByCode(prisma, proof.code ?? ''));
    if (!proved) return undefined;
    const { actor, projectId, ends } = proved;
    const begun = await insertSession(prisma, ends);
    const { address, replaces, ...act } = asked;
    if (replaces !== undefined) await removeSession(prisma, replaces);
    const after = { id: begun.id, projectId, address };
    await insertAuditEntries(prisma, { ...actor, ...act }, { resource: 'session', after });
    return begun;
  });
}

async function provedByCredential(deps: Deps, { apiKey, adminToken }: Proof): Promise<Proved | undefined> {
  if (apiKey !== undefined) {
    const holder = await deps.findHolder({ kind: 'apiKey', text: apiKey });
    if (!holder) return undefined;
    const { kind, keyId, project } = holder;
    return { actor: { kind, id: keyId }, projectId: project.id, ends: { keyId } };
  }
  const { ADMIN_TOKEN: known } = deps.config;
  return adminToken !== undefined && known !== undefined && sameText(adminToken, known)
    ? { actor: { kind: 'admin', id: 'admin' }, projectId: null, ends: { adminToken: known } }
    : undefined;
}

async function provedByCode(prisma: Transaction['prisma'], code: string): Promise<Proved | undefined> {
  const createdBy = await useConsoleCode(prisma, code);
  return createdBy === undefined
    ? undefined
    : { actor: { kind: 'command', id: createdBy }, projectId: null, ends: {} };
}
