import type { Actor } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { sameText } from '@writ/http-kit';
import {
  insertAuditEntries,
  insertSession,
  removeSession,
  useConsoleCode,
  type Act,
  type EndsWith,
  type Holder,
} from '@writ/tenancy';
import type { Deps } from '../deps.ts';

/** How somebody proves who they are. */
export type Proof = { apiKey?: string; adminToken?: string; code?: string };

/** A session that has begun; its text is what the browser is to hold. */
type Begun = { id: string; text: string; expireTime: Date };

/** A session that is there already. */
type Former = { id: string; projectId: string | null };

/** Who the proof says it is, and what its session ends with. */
type Proved = {
  actor: Pick<Actor, 'kind' | 'id'>;
  projectId: string | null;
  ends: EndsWith;
};

/**
 * Begins a session, in the place of the one that the browser has, and notes both; a code is used up with it. Undefined: the
 * proof is none.
 *
 * @param asked.countFor counts the sign-in as a request of the key that proves it; where that throws, nothing has begun
 */
export async function signIn(
  deps: Deps,
  proof: Proof,
  asked: Pick<Actor, 'requestId' | 'action'> & {
    address: string;
    replaces: Former | undefined;
    countFor: (holder: Holder) => Promise<void>;
  },
): Promise<Begun | undefined> {
  const { address, replaces, countFor, ...act } = asked;
  // Before the transaction: the look-up has a connection of its own, and many who hold one would wait for each other.
  const held = await provedByCredential(deps, proof, countFor);
  if (!held && proof.code === undefined) return undefined;
  return deps.database.transaction(async ({ prisma }) => {
    const proved = held ?? (await provedByCode(deps, prisma, proof.code ?? ''));
    if (!proved) return undefined;
    const { actor, projectId, ends } = proved;
    const begun = await insertSession(prisma, ends);
    const acts: Act[] = [{ resource, after: { id: begun.id, projectId, address } }];
    if (replaces && (await removeSession(prisma, replaces.id))) acts.push({ resource, before: replaces });
    await insertAuditEntries(prisma, { ...actor, ...act }, ...acts);
    return begun;
  });
}

const resource = 'session';

async function provedByCredential(
  deps: Deps,
  { apiKey, adminToken }: Proof,
  countFor: (holder: Holder) => Promise<void>,
): Promise<Proved | undefined> {
  if (apiKey !== undefined) {
    const holder = await deps.findHolder({ kind: 'apiKey', text: apiKey });
    if (!holder) return undefined;
    await countFor(holder);
    const { kind, keyId, project } = holder;
    return { actor: { kind, id: keyId }, projectId: project.id, ends: { keyId } };
  }
  const { ADMIN_TOKEN: known } = deps.config;
  return adminToken !== undefined && known !== undefined && sameText(adminToken, known)
    ? { actor: { kind: 'admin', id: 'admin' }, projectId: null, ends: { adminToken: known } }
    : undefined;
}

async function provedByCode(
  { config }: Deps,
  prisma: Transaction['prisma'],
  code: string,
): Promise<Proved | undefined> {
  const createdBy = await useConsoleCode(prisma, code);
  const ends = { adminToken: config.ADMIN_TOKEN };
  return createdBy === undefined
    ? undefined
    : { actor: { kind: 'command', id: createdBy }, projectId: null, ends };
}
