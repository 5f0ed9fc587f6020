import type { JwtAlgorithm, Scope } from '@writ/contracts';
import type { Database, Prisma } from '@writ/db';
import { projectRows } from '../rows/project-rows.ts';

export type JwtKey = Omit<Prisma.JwtKeyModel, 'scopes' | 'algorithm'> & {
  scopes: Scope[];
  algorithm: JwtAlgorithm;
};

export const jwtKeys = (database: Pick<Database, 'prisma' | 'transaction'>) =>
  projectRows<JwtKey>(database, {
    table: 'jwt_key',
    delegate: (prisma) => prisma.jwtKey,
    resource: 'jwtKey',
  });
