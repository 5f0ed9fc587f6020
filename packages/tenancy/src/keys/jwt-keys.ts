import type { Actor, JwtAlgorithm, Scope } from '@writ/contracts';
import {
  holdRow,
  inOrderOfIds,
  isId,
  newId,
  type Database,
  type Prisma,
  type Span,
  type Transaction,
} from '@writ/db';
import { insertAuditEntries } from '../audit/audit-entries.ts';

/** A public key of a project. */
export type JwtKey = Omit<Prisma.JwtKeyGetPayload<object>, 'scopes' | 'algorithm'> & {
  scopes: Scope[];
  algorithm: JwtAlgorithm;
};

/** The public keys of projects, whose tokens are credentials (Contract §3). */
export const jwtKeys = ({ prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>) => ({
  insert: (
    given: {
      projectId: string;
      label: string;
      algorithm: JwtAlgorithm;
      publicKeyPem: string;
      scopes: readonly Scope[];
      /** Needed unless told. */
      audienceRequired?: boolean;
    },
    by: Actor,
  ): Promise<JwtKey> =>
    transaction(async (tx) => {
      const data = { ...given, id: newId(), scopes: [...given.scopes] };
      const after = await tx.prisma.jwtKey.create({ data });
      await insertAuditEntries(tx.prisma, by, { resource, after });
      return toJwtKey(after);
    }),
  list: async (projectId: string, span: Span): Promise<JwtKey[]> =>
    (await prisma.jwtKey.findMany(inOrderOfIds({ projectId }, span))).map(toJwtKey),
  /** Undefined when the project has no such key. */
  find: (projectId: string, id: string) => find(prisma, projectId, id),
  /** Undefined when the project has no such key. */
  change: (
    projectId: string,
    id: string,
    {
      scopes,
      ...changes
    }: { label?: string; scopes?: readonly Scope[]; active?: boolean; audienceRequired?: boolean },
    by: Actor,
  ): Promise<JwtKey | undefined> =>
    transaction(async (tx) => {
      const before = await hold(tx, projectId, id);
      if (before === undefined) return undefined;
      const data = { ...changes, ...(scopes && { scopes: [...scopes] }), updateTime: new Date() };
      const after = await tx.prisma.jwtKey.update({ where: { id: before.id }, data });
      await insertAuditEntries(tx.prisma, by, { resource, before, after });
      return toJwtKey(after);
    }),
  /** False when the project has no such key. */
  remove: (projectId: string, id: string, by: Actor): Promise<boolean> =>
    transaction(async (tx) => {
      const before = await hold(tx, projectId, id);
      if (before === undefined) return false;
      await tx.prisma.jwtKey.delete({ where: { id: before.id } });
      await insertAuditEntries(tx.prisma, by, { resource, before });
      return true;
    }),
});

const resource = 'jwtKey';

async function find(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<JwtKey | undefined> {
  const row = isId(id) ? await prisma.jwtKey.findFirst({ where: { projectId, id } }) : null;
  return row ? toJwtKey(row) : undefined;
}

const hold = ({ prisma, sql }: Transaction, projectId: string, id: string) =>
  holdRow(sql, { table: 'jwt_key', lock: 'UPDATE' }, () => find(prisma, projectId, id));

/** Scopes and algorithm are checked where they come in. */
const toJwtKey = (row: Prisma.JwtKeyGetPayload<object>): JwtKey => row as JwtKey;
