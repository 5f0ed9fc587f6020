import { removeOfProject, type Prisma, type ProjectRows, type Transaction } from '@writ/db';
import type { Actor } from '@writ/contracts';
import { insertAuditEntries } from '../audit/audit-entries.ts';

/**
 * From the commit on, the project's keys are refused and its events are dropped. Its audit entry belongs to
 * no project, so it stays, and holds no values: only who erased which id.
 */
export async function beginErasureOfProject(
  { prisma }: Transaction,
  projectId: string,
  by: Actor,
): Promise<void> {
  await prisma.$executeRaw`UPDATE project SET erase_time = clock_timestamp() WHERE id = ${projectId}::uuid`;
  await insertAuditEntries(prisma, by, { resource: 'project', before: { id: projectId, projectId: null } });
}

/**
 * SQL: a project with this id was erased: only then an entry about it belongs to none. It outlasts what Kafka
 * keeps.
 */
export const wasErased = (id: string): string =>
  `EXISTS (SELECT FROM audit_entry WHERE project_id IS NULL AND resource_id = ${id} AND resource = 'project')`;

/** SQL: the project with this id exists, and is not being erased. */
export const isLiveProject = (id: string): string =>
  `EXISTS (SELECT FROM project WHERE project.id = ${id} AND project.erase_time IS NULL)`;

/** Time since the project's erasure began. */
export async function projectErasureAgeMs(
  prisma: Prisma.TransactionClient,
  projectId: string,
): Promise<number> {
  const [row] = await prisma.$queryRaw<{ ms: number }[]>`
    SELECT extract(epoch FROM clock_timestamp() - erase_time)::float8 * 1000 AS ms FROM project WHERE id = ${projectId}::uuid`;
  return row?.ms ?? 0;
}

/** Removes the next keys, sessions and audit entries of a project; returns their number. */
export async function eraseCallers(prisma: Prisma.TransactionClient, rows: ProjectRows): Promise<number> {
  const { projectId, limit } = rows;
  const sessions = await prisma.$executeRaw`
    DELETE FROM session WHERE id IN (
      SELECT s.id FROM session s JOIN api_key key ON key.id = s.key_id WHERE key.project_id = ${projectId}::uuid LIMIT ${limit})`;
  if (sessions > 0) return sessions;
  return removeOfProject(prisma, ['api_key', 'jwt_key', 'erased_group', 'audit_entry'], rows);
}

/** Removes the project, and the keys that sealed its secrets: nothing else of it may be left. */
export async function eraseProject(prisma: Prisma.TransactionClient, projectId: string): Promise<void> {
  await prisma.projectKey.deleteMany({ where: { projectId } });
  await prisma.project.deleteMany({ where: { id: projectId } });
}
