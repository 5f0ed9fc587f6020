import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@writ/contracts';
import { newId, Prisma } from '@writ/db';
import { adminHash, type SealedPlace, type Secrets } from '@writ/tenancy';

/** What is kept of someone who is at a provider's page to let the builder's app in. */
export type OauthConnect = Omit<
  Prisma.OauthConnectModel,
  'id' | 'nonceHash' | 'codeVerifier' | 'createTime' | 'providerMetadata' | 'begunBy'
> & {
  providerMetadata: Readonly<Record<string, string>> | null;
  /** By whom, and by which request. */
  begunBy: Actor;
};

/** The same once they are back: it is there no more, so that nothing is done twice with it. */
export type TakenConnect = OauthConnect & {
  /** Proves to the provider who asked. Sealed until it is needed. */
  codeVerifier: () => Promise<string>;
  isLate: boolean;
  /** Database time. */
  takenAt: Date;
};

/** How long they have. */
export const connectLifeMs = 600_000;

const purpose = 'oauth state';
const place = (id: string): SealedPlace => ({
  table: 'oauth_connect',
  column: 'code_verifier',
  rowId: id,
});
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Remembers such a person. Gives the state, which leads back to the row, once; and the challenge, whose verifier stays here
 * (RFC 7636). What an administrator began ends with the token of the administrators.
 */
export async function insertOauthConnect(
  prisma: Prisma.TransactionClient,
  secrets: Secrets,
  connect: OauthConnect,
  adminToken: string | undefined,
): Promise<{ state: string; codeChallenge: string }> {
  const id = newId();
  const [nonce, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const seal = await secrets.sealer(connect.projectId);
  await prisma.oauthConnect.create({
    data: {
      ...connect,
      id,
      nonceHash:
        connect.begunBy.id === 'admin' ? adminHash(nonce, adminToken) : Uint8Array.from(hashOf(nonce)),
      codeVerifier: seal(verifier, place(id)),
      providerMetadata: connect.providerMetadata ?? Prisma.DbNull,
    },
  });
  return {
    state: secrets.sign(purpose, `${id}.${nonce}`),
    codeChallenge: hashOf(verifier).toString('base64url'),
  };
}

type Row = Omit<TakenConnect, 'codeVerifier'> & { id: string; codeVerifier: string };

/**
 * Takes the row that a state leads to: of all who come with the same state one gets it. A state that is not of ours never
 * reaches the database.
 */
export async function takeOauthConnect(
  prisma: Prisma.TransactionClient,
  secrets: Secrets,
  state: string,
  adminToken: string | undefined,
): Promise<TakenConnect | undefined> {
  const [id, nonce] = secrets.readSigned(purpose, state)?.split('.') ?? [];
  if (id === undefined || nonce === undefined) return undefined;
  const [row] = await prisma.$queryRaw<Row[]>`
    DELETE FROM oauth_connect WHERE id = ${id}::uuid AND nonce_hash IN (${hashOf(nonce)}, ${adminHash(nonce, adminToken)})
    RETURNING id, project_id AS "projectId", provider, provider_app_id AS "providerAppId",
      connection_id AS "connectionId", group_ref AS "groupRef", group_name AS "groupName",
      consumer_ref AS "consumerRef", consumer_name AS "consumerName",
      provider_workspace_ref AS "providerWorkspaceRef", provider_metadata AS "providerMetadata",
      base_url AS "baseUrl", opener_origin AS "openerOrigin", code_verifier AS "codeVerifier",
      begun_by AS "begunBy",
      clock_timestamp() AS "takenAt",
      create_time < clock_timestamp() - ${connectLifeMs} * interval '1 ms' AS "isLate"`;
  if (row === undefined) return undefined;
  const { id: _id, codeVerifier, ...connect } = row;
  return { ...connect, codeVerifier: () => secrets.open(codeVerifier, place(id)) };
}

/** Removes those who did not come back in time. Gives how many there were. */
export const removeLateConnects = (prisma: Prisma.TransactionClient, limit: number): Promise<number> =>
  // Their order is that of their ids; a state that comes late is told so for a while.
  prisma.$executeRaw`
    DELETE FROM oauth_connect WHERE id IN (
      SELECT id FROM oauth_connect WHERE create_time < clock_timestamp() - ${2 * connectLifeMs} * interval '1 ms'
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
