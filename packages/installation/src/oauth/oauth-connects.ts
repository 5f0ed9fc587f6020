import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@writ/contracts';
import { columnsOf, newId, Prisma } from '@writ/db';
import { adminHash, type SealedPlace, type Secrets } from '@writ/tenancy';

type Own = 'id' | 'nonceHash' | 'codeVerifier' | 'createTime' | 'providerMetadata' | 'begunBy';
type Told = { begunBy: Actor };

/** An authorization that has not come back yet. */
export type OauthConnect = Omit<Prisma.OauthConnectCreateInput, Own> &
  Told & { providerMetadata?: Readonly<Record<string, string>> | null };

/** The same once it is back. Its row is deleted, so it is used at most once. */
export type TakenConnect = Omit<Prisma.OauthConnectModel, Own> &
  Told & {
    providerMetadata: Readonly<Record<string, string>> | null;
    /** Sealed until it is needed. */
    codeVerifier: () => Promise<string>;
    isLate: boolean;
    /** Database time. */
    takenAt: Date;
  };

const connectLifeMs = 600_000;

const purpose = 'oauth state';
const place = (id: string): SealedPlace => ({
  table: 'oauth_connect',
  column: 'code_verifier',
  rowId: id,
});
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Stores an authorization. Returns the state, which leads back once, and the PKCE challenge (RFC 7636). An
 * administrator's ends with the administrators' token.
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

const { nonceHash, createTime, ...fields } = Prisma.OauthConnectScalarFieldEnum;
type Row = Omit<TakenConnect, 'codeVerifier'> & { id: string; codeVerifier: string };

/** Takes the row of a state; only one caller gets it. A foreign state never reaches the database. */
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
    RETURNING ${columnsOf('oauth_connect', fields)},
      clock_timestamp() AS "takenAt",
      create_time < clock_timestamp() - ${connectLifeMs} * interval '1 ms' AS "isLate"`;
  if (row === undefined) return undefined;
  const { id: _id, codeVerifier, ...connect } = row;
  return { ...connect, codeVerifier: () => secrets.open(codeVerifier, place(id)) };
}

/** Removes authorizations that are long over; returns their number. */
export const removeLateConnects = (prisma: Prisma.TransactionClient, limit: number): Promise<number> =>
  // Rows stay for a while, so that a late state is reported as late.
  prisma.$executeRaw`
    DELETE FROM oauth_connect WHERE id IN (
      SELECT id FROM oauth_connect WHERE create_time < clock_timestamp() - ${2 * connectLifeMs} * interval '1 ms'
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
