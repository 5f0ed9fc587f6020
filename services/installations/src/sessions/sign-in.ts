import type { Actor } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { sameText } from '@writ/http';
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

export type Proof = { apiKey?: string; adminToken?: string; code?: string };

/** `text` is for the browser. */
type Begun = { id: string; text: string; expireTime: Date };

type Former = { id: string; projectId: string | null };

type Proved = {
  actor: Pick<Actor, 'kind' | 'id'>;
  projectId: string | null;
  ends: EndsWith;
};

/**
 * Begins a session in place of the browser's former one, with audit entries, and uses up a code. Undefined if the
 * proof is wrong.
 * @param asked.countFor counts the request for the key that proves it; may throw
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
  // Before the transaction: the look-up needs its own connection, and many waiting holders would deadlock.
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
