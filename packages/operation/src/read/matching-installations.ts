import { Prisma } from '@writ/db';
import type { OperationFilter } from './operation-filter.ts';

/**
 * A loose index scan: each installation once. Its group never changes, so its first operation shows it, even
 * of deleted installations.
 */
const sql = (projectId: string, groupRef: string): Prisma.Sql => Prisma.sql`
  WITH RECURSIVE known AS (
    (SELECT o.installation_id, o.group_ref FROM operation o
     WHERE o.project_id = ${projectId}::uuid ORDER BY o.installation_id, o.id LIMIT 1)
    UNION ALL
    SELECT next.installation_id, next.group_ref
    FROM known CROSS JOIN LATERAL (
      SELECT o.installation_id, o.group_ref FROM operation o
      WHERE o.project_id = ${projectId}::uuid AND o.installation_id > known.installation_id
      ORDER BY o.installation_id, o.id LIMIT 1) AS next
  )
  SELECT installation_id AS id FROM known WHERE group_ref = ${groupRef}`;

/** Installations that can match a filter, so that an index finds a customer's operations; undefined: all. */
export async function matchingInstallations(
  prisma: Prisma.TransactionClient,
  projectId: string,
  { installationId, groupRef }: OperationFilter,
): Promise<readonly string[] | undefined> {
  if (installationId !== undefined) return [installationId];
  if (groupRef === undefined) return undefined;
  const rows = await prisma.$queryRaw<{ id: string }[]>(sql(projectId, groupRef));
  return rows.map(({ id }) => id);
}
