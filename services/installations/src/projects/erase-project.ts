import type { Actor, ProjectErasure } from '@writ/contracts';
import { lowestId, type Database, type Prisma } from '@writ/db';
import { countInstalled, eraseConnectsOfProject } from '@writ/installation';
import { beginProjectErasure, countOfProject } from '@writ/operation';
import { lockProject, type Project } from '@writ/tenancy';

/** Counting takes some tenths of a second. */
const mostCounted = 100_000;

/** What an erasure would remove now. */
export async function countProject(
  prisma: Prisma.TransactionClient,
  projectId: string,
): Promise<ProjectErasure> {
  const [installed, operations] = await Promise.all([
    countInstalled(prisma, { projectId }),
    countOfProject(prisma, projectId, mostCounted),
  ]);
  return { ...installed, operations, more: operations.ended + operations.unfinished >= mostCounted };
}

/** Starts the erasure, or returns its running task; undefined if the project no longer exists. */
export async function eraseProject(
  { prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>,
  { id: projectId }: Pick<Project, 'id'>,
  force: boolean,
  by: Actor,
): Promise<{ taskId: string; count: number; more?: true } | undefined> {
  const { operations, more } = await countProject(prisma, projectId);
  const count = operations.ended + operations.unfinished;
  const extent = { count, leftOut: {}, ...(more && { countedTo: lowestId }) };
  return transaction(async (tx) => {
    if (!(await lockProject(tx.sql, projectId))) return undefined;
    await eraseConnectsOfProject(tx.prisma, projectId);
    const taskId = await beginProjectErasure(tx, { projectId, force, extent }, by);
    return { taskId, count, ...(more && { more }) };
  });
}
