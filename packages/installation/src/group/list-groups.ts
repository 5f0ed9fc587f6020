import { Prisma } from '@writ/db';

type Health = 'healthy' | 'unhealthy';

export type GroupRow = {
  groupRef: string;
  groupName: string | null;
  createTime: Date;
  healthStatus: Health;
  installations: readonly {
    id: string;
    integrationId: string;
    connectionId: string;
    healthStatus: Health;
  }[];
  connections: readonly Pick<Prisma.ConnectionModel, 'id' | 'provider' | 'status'>[];
};

type Asked = { projectId: string; groupRef?: string | undefined; after?: string | undefined; limit: number };

const healthOf = (isHealthy: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`CASE WHEN ${isHealthy} THEN 'healthy' ELSE 'unhealthy' END`;
const works = Prisma.sql`(c.status = 'working' AND c.renewal_error IS NULL)`;

/**
 * Groups that have an installation or a connection, each with at most `most` of both. Sorted by bytes, so
 * that a page token leads to the same place in every database.
 */
export function listGroups(
  prisma: Prisma.TransactionClient,
  { projectId, groupRef, after, limit }: Asked,
  most: number,
): Promise<GroupRow[]> {
  const isOf = Prisma.sql`project_id = ${projectId}::uuid
    ${groupRef === undefined ? Prisma.empty : Prisma.sql`AND group_ref = ${groupRef}`}`;
  const isBehind =
    after === undefined ? Prisma.empty : Prisma.sql`WHERE group_ref COLLATE "C" > ${after} COLLATE "C"`;
  return prisma.$queryRaw<GroupRow[]>`
    WITH page AS MATERIALIZED (
      SELECT group_ref FROM (
        SELECT group_ref FROM installation WHERE ${isOf} UNION SELECT group_ref FROM connection WHERE ${isOf}) AS known
      ${isBehind} ORDER BY group_ref COLLATE "C" LIMIT ${limit}
    ), installed AS (
      SELECT i.group_ref, i.group_name, i.create_time, i.id, i.integration_id, i.connection_id,
        coalesce(${works} AND c.group_ref = i.group_ref, false) AS is_healthy,
        row_number() OVER (PARTITION BY i.group_ref ORDER BY i.id) AS place
      FROM page JOIN installation i ON i.project_id = ${projectId}::uuid AND i.group_ref = page.group_ref
      LEFT JOIN connection c ON c.id = i.connection_id
    ), connected AS (
      SELECT c.group_ref, c.group_name, c.create_time, c.id, c.provider, c.status, ${works} AS is_healthy,
        row_number() OVER (PARTITION BY c.group_ref ORDER BY c.id) AS place
      FROM page JOIN connection c ON c.project_id = ${projectId}::uuid AND c.group_ref = page.group_ref
    ), facts AS (
      SELECT group_ref, group_name, create_time, is_healthy FROM installed
      UNION ALL SELECT group_ref, group_name, create_time, is_healthy FROM connected
    )
    SELECT page.group_ref AS "groupRef", own.*,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'integrationId', integration_id, 'connectionId',
          connection_id, 'healthStatus', ${healthOf(Prisma.sql`is_healthy`)}) ORDER BY id), '[]')
        FROM installed WHERE installed.group_ref = page.group_ref AND place <= ${most}) AS installations,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'provider', provider, 'status', status) ORDER BY id), '[]')
        FROM connected WHERE connected.group_ref = page.group_ref AND place <= ${most}) AS connections
    FROM page CROSS JOIN LATERAL (
      SELECT (array_agg(group_name ORDER BY create_time DESC) FILTER (WHERE group_name IS NOT NULL))[1] AS "groupName",
        min(create_time) AS "createTime", ${healthOf(Prisma.sql`bool_and(is_healthy)`)} AS "healthStatus"
      FROM facts WHERE facts.group_ref = page.group_ref) AS own
    ORDER BY page.group_ref COLLATE "C"`;
}
