import type { JwtAlgorithm, Scope } from '@writ/contracts';
import { inOrderOfIds, isId, newId, type Database, type Prisma, type Span } from '@writ/db';

/** A public key of a project. */
export type JwtKey = Omit<Prisma.JwtKeyGetPayload<object>, 'scopes' | 'algorithm'> & {
  scopes: Scope[];
  algorithm: JwtAlgorithm;
};

/** The public keys of projects, whose tokens are credentials (Contract §3). */
export const jwtKeys = ({ prisma }: Pick<Database, 'prisma'>) => ({
  insert: async (given: {
    projectId: string;
    label: string;
    algorithm: JwtAlgorithm;
    publicKeyPem: string;
    scopes: readonly Scope[];
  }): Promise<JwtKey> =>
    toJwtKey(await prisma.jwtKey.create({ data: { ...given, id: newId(), scopes: [...given.scopes] } })),
  list: async (projectId: string, span: Span): Promise<JwtKey[]> =>
    (await prisma.jwtKey.findMany(inOrderOfIds({ projectId }, span))).map(toJwtKey),
  /** Undefined when the project has no such key. */
  find: async (projectId: string, id: string): Promise<JwtKey | undefined> => {
    const row = isId(id) ? await prisma.jwtKey.findFirst({ where: { projectId, id } }) : null;
    return row ? toJwtKey(row) : undefined;
  },
  /** Undefined when the project has no such key. */
  change: async (
    projectId: string,
    id: string,
    { scopes, ...changes }: { label?: string; scopes?: readonly Scope[]; active?: boolean },
  ): Promise<JwtKey | undefined> => {
    if (!isId(id)) return undefined;
    const [row] = await prisma.jwtKey.updateManyAndReturn({
      where: { projectId, id },
      data: { ...changes, ...(scopes && { scopes: [...scopes] }), updateTime: new Date() },
    });
    return row && toJwtKey(row);
  },
  /** False when the project has no such key. */
  remove: async (projectId: string, id: string): Promise<boolean> =>
    isId(id) && (await prisma.jwtKey.deleteMany({ where: { projectId, id } })).count === 1,
});

/** Scopes and algorithm are checked where they come in. */
const toJwtKey = (row: Prisma.JwtKeyGetPayload<object>): JwtKey => row as JwtKey;
