import { hash, randomBytes } from 'node:crypto';
import { coalesce, idsBefore, newId, type Database, type Prisma } from '@writ/db';
import {
  holderColumns,
  holderOfKey,
  isKeyGood,
  withProject,
  type Holder,
  type HolderRow,
} from '../keys/find-holder.ts';

type SignedIn = { session: Session } & (Holder | { kind: 'admin' });
export type Session = { id: string; expireTime: Date };

/** Without requests, and in any case. */
const idleHours = 12;
const longestHours = 7 * 24;
export const isSessionOpen = `s.seen_time > clock_timestamp() - interval '${idleHours} h'
        AND s.create_time > clock_timestamp() - interval '${longestHours} h'`;
/** Not every request writes its use. */
const notedSeconds = 60;
const hourMs = 3_600_000;

/** In characters that cookies and fragments may hold. */
export const newSecretText = (): string => randomBytes(32).toString('base64url');

const form = /^[\w-]{43}$/;

/** A plain hash is enough for 256 random bits. */
export const hashText = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hash('sha256', text, 'buffer'));

/** The hash of an administrator's session includes the token, so another token finds no session. */
export const adminHash = (text: string, adminToken = ''): Uint8Array<ArrayBuffer> =>
  hashText(`${text} ${adminToken}`);

/** What ends a session: its key, or another administrators' token. */
export type EndsWith = { keyId: string } | { adminToken: string | undefined };

/** Only this answer has the text that the browser keeps. */
export async function insertSession(
  prisma: Prisma.TransactionClient,
  ends: EndsWith,
): Promise<{ id: string; text: string; expireTime: Date }> {
  const text = newSecretText();
  const isOfKey = 'keyId' in ends;
  const data = {
    id: newId(),
    keyId: isOfKey ? ends.keyId : null,
    hash: isOfKey ? hashText(text) : adminHash(text, ends.adminToken),
  };
  const { id, createTime } = await prisma.session.create({ data });
  return { id, text, expireTime: endOf(createTime) };
}

const endOf = (createTime: Date): Date => new Date(createTime.getTime() + longestHours * hourMs);

type Row = { sessionId: string; createTime: Date; isUnnoted: boolean } & (HolderRow | { key_id: null });

/** `hash` is one of a key's session or of an administrator's. */
const openSessions = {
  name: 'open-sessions',
  text: `
  SELECT given.nr::int, s.id AS "sessionId", s.create_time AS "createTime", good.*,
    s.seen_time < clock_timestamp() - ${notedSeconds} * interval '1 s' AS "isUnnoted"
  FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS given (of_key, of_admin, nr)
  CROSS JOIN LATERAL (
    SELECT * FROM session WHERE hash = ANY (ARRAY[given.of_key, given.of_admin]) ORDER BY key_id LIMIT 1) AS s
  LEFT JOIN LATERAL (
    SELECT key.id ${holderColumns}
    FROM api_key AS key ${withProject}
    WHERE key.id = s.key_id AND ${isKeyGood}
    LIMIT 1) AS good ON true
  WHERE CASE WHEN s.hash = given.of_key THEN good.key_id IS NOT NULL ELSE s.key_id IS NULL END
    AND ${isSessionOpen}`,
};

const mostSessions = 500;

/**
 * Finds who is signed in. A session ends with its key, an administrator's with the token of its beginning.
 * Concurrent requests share a statement.
 */
export function findSignedIn(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  adminToken: string | undefined,
): (text: string) => Promise<SignedIn | undefined> {
  const load = coalesce(
    async (texts: readonly string[]) => {
      const hashes = [texts.map((text) => hashText(text)), texts.map((text) => adminHash(text, adminToken))];
      const { rows } = await pool.query<Row & { nr: number }>({ ...openSessions, values: hashes });
      const byNr = new Map(rows.map((row) => [row.nr, row]));
      return texts.map((_, index) => byNr.get(index + 1));
    },
    { maxKeys: mostSessions, nameOf: (text) => text },
  );
  return async (text) => {
    const row = form.test(text) ? await load(text) : undefined;
    if (!row) return undefined;
    if (row.isUnnoted) await noteUse(prisma, row.sessionId);
    const session = { id: row.sessionId, expireTime: endOf(row.createTime) };
    if (row.key_id === null) return { kind: 'admin', session };
    return { ...holderOfKey(row), session };
  };
}

const noteUse = (prisma: Prisma.TransactionClient, id: string): Promise<unknown> =>
  prisma.$executeRaw`UPDATE session SET seen_time = clock_timestamp() WHERE id = ${id}::uuid`;

/** False if it had ended. */
export const removeSession = async (prisma: Prisma.TransactionClient, id: string): Promise<boolean> =>
  (await prisma.session.deleteMany({ where: { id } })).count === 1;

/** Removes sessions past their longest age; returns their number. */
export const removeOldSessions = (prisma: Prisma.TransactionClient, limit: number): Promise<number> =>
  prisma.$executeRaw`
    DELETE FROM session WHERE id IN (
      SELECT id FROM session
      WHERE id < (SELECT ${idsBefore(longestHours * hourMs)})
        AND create_time < clock_timestamp() - ${longestHours} * interval '1 h'
      ORDER BY id LIMIT ${limit})`;
