import { Prisma, removeOfProject, type ProjectRows } from '@writ/db';

/** As `JSON.stringify` writes it; a quote within a text is escaped, so no text looks like this. */
export const namesGroup = (groupRef: string): string => `"groupRef":${JSON.stringify(groupRef)}`;

/** Removes unpublished events of a group. */
export const eraseOutbox = (
  prisma: Prisma.TransactionClient,
  { projectId, groupRef }: { projectId: string; groupRef: string },
): Promise<number> =>
  prisma.$executeRaw`
    DELETE FROM outbox WHERE project_id = ${projectId}::uuid AND strpos(body, ${namesGroup(groupRef)}) > 0`;

const namesProject = (projectId: string): Prisma.Sql => Prisma.sql`
  (position(convert_to(${projectId}, 'UTF8') IN raw) > 0 OR strpos(coalesce(key, '') || headers::text, ${projectId}) > 0)`;

/** Removes dead letters that hold both the project's id and the group's name as a JSON text. */
export const eraseDeadLetters = (
  prisma: Prisma.TransactionClient,
  { projectId, groupRef }: { projectId: string; groupRef: string },
): Promise<number> =>
  prisma.$executeRaw`
    DELETE FROM dead_letter
    WHERE position(convert_to(${JSON.stringify(groupRef)}, 'UTF8') IN raw) > 0 AND ${namesProject(projectId)}`;

/** Removes the next unpublished events and dead letters that name a project; returns their number. */
export async function eraseBusOfProject(
  prisma: Prisma.TransactionClient,
  rows: ProjectRows,
): Promise<number> {
  const { projectId, limit } = rows;
  const removed = await removeOfProject(prisma, ['outbox'], rows);
  if (removed > 0) return removed;
  return prisma.$executeRaw`
    DELETE FROM dead_letter WHERE id IN (
      SELECT id FROM dead_letter WHERE ${namesProject(projectId)} LIMIT ${limit})`;
}
