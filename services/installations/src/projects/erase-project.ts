import type { Actor, ProjectErasure } from '@writ/contracts';
import { lowestId, type Database, type Prisma } from '@writ/db';
import { countInstalled, eraseConnectsOfProject } from '@writ/installation';
import { beginProjectErasure, countOfProject } from '@writ/operation';
import { lockProject, type Project } from '@writ/tenancy';

/** Operations that are counted: some tenths of a second. */
const mostCounted = 100_000;

/** What an erasure of the project would remove now. */
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

/** Starts the erasure, or returns the task of the one that runs. Undefined: the project does not exist any more. */
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
