import { Prisma } from '@writ/db';

/** True where the row to change is not there, or the row that it refers to is not. */
export const isWithoutParent = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && ['P2025', 'P2003'].includes(error.code);
