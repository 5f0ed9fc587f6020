import { allOf, idsWithin, Prisma } from '@writ/db';
import type { OperationStatus } from '../operation.ts';

/** What a list of operations may be narrowed by; all of it together. Times are in UTC, as `utcTime` gives them. */
export type OperationFilter = {
  status?: OperationStatus;
  installationId?: string;
  groupRef?: string;
  resource?: string;
  since?: string;
  until?: string;
};

/** SQL: the operation `o` is of the project, and about of the time that is asked for: what an index answers. */
export function isOfSpan(projectId: string, filter: OperationFilter): Prisma.Sql {
  const { since, until } = filter;
  return allOf(Prisma.sql`o.project_id = ${projectId}::uuid`, idsWithin(Prisma.sql`o.id`, { since, until }));
}

/** SQL: the operation `o` matches the filter. Times go as texts: a `Date` has no microseconds. */
export function matchesFilter(filter: OperationFilter): Prisma.Sql {
  const { status, installationId, groupRef, resource, since, until } = filter;
  return allOf(
    status !== undefined && Prisma.sql`o.status = ${status}`,
    installationId !== undefined && Prisma.sql`o.installation_id = ${installationId}::uuid`,
    groupRef !== undefined && Prisma.sql`o.group_ref = ${groupRef}`,
    resource !== undefined && Prisma.sql`o.object_name = ${resource}`,
    since !== undefined && Prisma.sql`o.create_time >= ${since}::timestamptz`,
    until !== undefined && Prisma.sql`o.create_time < ${until}::timestamptz`,
  );
}
