import { columnsOf, lowestId, Prisma } from '@writ/db';

type Parts = {
  projectId: string;
  installationIds: readonly string[];
  /** Index conditions per installation. */
  looked: Prisma.Sql;
  matches: Prisma.Sql;
  /** `look`: operations read per installation, at least `limit`. */
  limit: number;
  look: number;
};

/**
 * As `boundedPage`, newest first. Reads the `limit` installations with the newest operations, and operations
 * since the oldest of these.
 */
export const pageOfInstallations = (parts: Parts): Prisma.Sql => {
  const { projectId, installationIds, looked, matches, limit, look } = parts;
  const isLookedAt = Prisma.sql`o.installation_id = n.installation_id AND ${looked}
    AND o.id >= coalesce(reach.least, ${lowestId}::uuid)`;
  return Prisma.sql`
    WITH newest AS MATERIALIZED (
      SELECT i.id AS installation_id, o.id
      FROM unnest(${installationIds}::uuid[]) AS i (id) CROSS JOIN LATERAL (
        SELECT o.id FROM operation o WHERE o.installation_id = i.id AND ${looked} ORDER BY o.id DESC LIMIT 1) AS o
      ORDER BY o.id DESC LIMIT ${limit + 1}
    ), reach AS MATERIALIZED (
      SELECT CASE WHEN (SELECT count(*) FROM newest) > ${limit} THEN (
        SELECT id FROM newest ORDER BY id DESC OFFSET ${limit - 1} LIMIT 1
      ) END AS least
    ), found AS MATERIALIZED (
      SELECT own.ids, CASE WHEN cardinality(own.ids) < ${limit} THEN (
        SELECT o.id FROM operation o WHERE ${isLookedAt} ORDER BY o.id DESC OFFSET ${look - 1} LIMIT 1
      ) END AS looked_to
      FROM newest AS n CROSS JOIN reach CROSS JOIN LATERAL (
        SELECT ARRAY(
          SELECT o.id FROM (
            SELECT o.* FROM operation o WHERE ${isLookedAt} ORDER BY o.id DESC LIMIT ${look}) AS o
          WHERE ${matches} ORDER BY o.id DESC LIMIT ${limit}) AS ids
      ) AS own
    ), bound AS MATERIALIZED (
      SELECT (
        SELECT ends.id FROM (SELECT looked_to AS id FROM found UNION ALL SELECT least FROM reach) AS ends
        WHERE ends.id IS NOT NULL ORDER BY ends.id DESC LIMIT 1) AS looked_to
    ), page AS MATERIALIZED (
      SELECT own.id FROM found CROSS JOIN bound CROSS JOIN LATERAL unnest(found.ids) AS own (id)
      WHERE bound.looked_to IS NULL OR own.id >= bound.looked_to
      ORDER BY own.id DESC LIMIT ${limit}
    )
    SELECT ${columnsOf('o', Prisma.OperationScalarFieldEnum)}, bound.looked_to
    FROM bound LEFT JOIN page ON true
    LEFT JOIN operation o ON o.project_id = ${projectId}::uuid AND o.id = page.id
    ORDER BY o.id DESC`;
};
