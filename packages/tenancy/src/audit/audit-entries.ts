import type { Actor, AuditQuery } from '@writ/contracts';
import {
  allOf,
  boundedPage,
  columnsOf,
  idsBefore,
  idsWithin,
  inParts,
  newId,
  pageOfRows,
  Prisma,
  type BoundedRow,
} from '@writ/db';
import { changesBetween } from './changes-between.ts';

export type AuditRow = Prisma.AuditEntryModel;

/** As answers show it, without secrets. */
type Shown = { id: string; projectId: string | null; [member: string]: unknown };

export type Act = {
  resource: string;
  secrets?: readonly string[];
} & ({ before: Shown; after?: Shown } | { before?: undefined; after: Shown });

/** In the transaction of the change. */
export async function insertAuditEntries(
  prisma: Prisma.TransactionClient,
  by: Actor,
  ...acts: readonly Act[]
): Promise<void> {
  const { kind: actorKind, id: actorId, groupRef: actorGroupRef = null, sessionId = null } = by;
  const { requestId, action } = by;
  const rows = acts.map(({ resource, before, after, secrets }) => {
    const { id: resourceId, projectId } = before ?? after;
    const changes = changesBetween(before, after, secrets) as Prisma.InputJsonObject;
    const what = { projectId, resource, resourceId, changes };
    const who = { actorKind, actorId, actorGroupRef, sessionId };
    return { id: newId(), ...who, requestId, action, ...what };
  });
  await inParts(rows, (data) => prisma.auditEntry.createMany({ data }));
}

/** `projectId` undefined: entries of all projects. */
type AuditFilter = Omit<AuditQuery, 'pageSize' | 'pageToken'> & { projectId: string | undefined };

/** Entries read for one page: well below a second. */
const mostLookedAt = 100_000;

/** Newest first. If few match, it may have fewer than `limit` although more follow. */
export async function listAuditEntries(
  prisma: Prisma.TransactionClient,
  filter: AuditFilter,
  { limit, beforeId }: { limit: number; beforeId: string | undefined },
): Promise<{ rows: AuditRow[]; nextBelow?: string }> {
  const sql = boundedPage({
    source: Prisma.sql`FROM audit_entry AS a WHERE ${allOf(
      filter.projectId !== undefined && Prisma.sql`a.project_id = ${filter.projectId}::uuid`,
      idsWithin(Prisma.sql`a.id`, { ...filter, beforeId }),
    )}`,
    alias: Prisma.sql`a`,
    columns: columnsOf('a', Prisma.AuditEntryScalarFieldEnum),
    matches: matches(filter),
    limit: limit + 1,
    look: mostLookedAt,
  });
  return pageOfRows(await prisma.$queryRaw<BoundedRow<AuditRow>[]>(sql), limit);
}

const matches = ({ actor, action, resource, resourceId, requestId, since, until }: AuditFilter): Prisma.Sql =>
  allOf(
    actor !== undefined && Prisma.sql`a.actor_id = ${actor}`,
    action !== undefined && Prisma.sql`a.action = ${action}`,
    resource !== undefined && Prisma.sql`a.resource = ${resource}`,
    resourceId !== undefined && Prisma.sql`a.resource_id = ${resourceId}`,
    requestId !== undefined && Prisma.sql`a.request_id = ${requestId}`,
    since !== undefined && Prisma.sql`a.time >= ${since}::timestamptz`,
    until !== undefined && Prisma.sql`a.time < ${until}::timestamptz`,
  );

/** Removes entries older than `ageMs` (at least 30 days); returns their number. */
export const removeAuditEntries = (
  prisma: Prisma.TransactionClient,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<number> =>
  prisma.$executeRaw`
    DELETE FROM audit_entry WHERE id IN (
      SELECT id FROM audit_entry
      WHERE id < (SELECT ${idsBefore(ageMs)}) AND time < clock_timestamp() - ${ageMs} * interval '1 ms'
      ORDER BY id LIMIT ${limit})`;
