import type { EventQuery, EventType, StoredEvent } from '@writ/contracts';
import {
  allOf,
  boundedPage,
  columnsOf,
  idsWithin,
  lookedBackTo,
  pageOfRows,
  Prisma,
  type BoundedRow,
} from '@writ/db';
import { isAbout, tellsOf } from '../deliveries/tells-of.ts';

const usualPageSize = 200;

/** The most events read for a page: well below a second. */
const usuallyLookedAt = 100_000;

const { body, time, ...toldFields } = Prisma.EventScalarFieldEnum;
export type ToldEvent = Pick<Prisma.EventModel, keyof typeof toldFields> & { time: string };

/** SQL for the event `e`; its time as text, since a `Date` has no microseconds. */
export const toldColumns = Prisma.sql`${columnsOf('e', toldFields)},
  to_char(e.time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS time`;

/** A page of a project's events, newest first. If few match, it may be short although more follow. */
export async function listEvents(
  prisma: Prisma.TransactionClient,
  projectId: string,
  query: Omit<EventQuery, 'pageToken'> & { beforeId?: string | undefined },
  mostLookedAt = usuallyLookedAt,
): Promise<{ events: StoredEvent[]; nextBelow: string | undefined; lookedBackTo: Date | undefined }> {
  const { pageSize = usualPageSize, eventType, reached, since, until } = query;
  const sql = boundedPage({
    source: Prisma.sql`FROM event AS e WHERE ${allOf(
      Prisma.sql`e.project_id = ${projectId}::uuid`,
      idsWithin(Prisma.sql`e.id`, query),
      reached === false && Prisma.sql`e.unrouted`,
      isAbout(query) && tellsOf(query),
    )}`,
    alias: Prisma.sql`e`,
    columns: toldColumns,
    matches: allOf(
      eventType !== undefined && Prisma.sql`e.type = ${eventType}`,
      reached === true && Prisma.sql`NOT e.unrouted`,
      since !== undefined && Prisma.sql`e.create_time >= ${since}::timestamptz`,
      until !== undefined && Prisma.sql`e.create_time < ${until}::timestamptz`,
    ),
    limit: pageSize + 1,
    look: mostLookedAt,
  });
  const rows = await prisma.$queryRaw<BoundedRow<ToldEvent>[]>(sql);
  const page = pageOfRows(rows, pageSize);
  return {
    events: page.rows.map(toStoredEvent),
    nextBelow: page.nextBelow,
    lookedBackTo: lookedBackTo(page, pageSize),
  };
}

export const toStoredEvent = (row: ToldEvent): StoredEvent => ({
  id: row.id,
  projectId: row.projectId,
  eventId: row.eventId,
  source: row.source,
  eventType: row.type as EventType,
  time: row.time,
  ...(row.installationId !== null && { installationId: row.installationId }),
  ...(row.operationId !== null && { operationId: row.operationId }),
  reached: !row.unrouted,
  createTime: row.createTime.toISOString(),
});
