import { Prisma } from '@writ/db';
import type { OperationFilter } from './operation-filter.ts';

/**
 * Each installation once, whatever was written to it: the index is entered anew behind each one (loose index scan). An
 * installation never changes its group, so its first operation tells; those of installations that are gone are found,
 * too.
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

/**
 * The installations whose operations alone can match a filter; undefined where all can. What is asked for a customer is
 * then found by an index, although only the installation is in one.
 */
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
