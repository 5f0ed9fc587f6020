import { eventDetailSchema, type EventQuery, type EventType, type StoredEvent } from '@writ/contracts';
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
import { toldBy } from '@writ/service-parts';
import { isAbout, tellsOf } from '../deliveries/tells-of.ts';

const usualPageSize = 200;

/** Events read for a page: well below a second. */
const usuallyLookedAt = 100_000;

const { body, time, ...toldFields } = Prisma.EventScalarFieldEnum;
export type ToldEvent = Pick<Prisma.EventModel, keyof typeof toldFields> & { time: string };

/** SQL for the event `e`; its time as text, since a `Date` has no microseconds. */
export const toldColumns = Prisma.sql`${columnsOf('e', toldFields)},
  to_char(e.time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS time`;

/** Newest first. If few match, a page may be short although more follow. */
export async function listEvents(
  prisma: Prisma.TransactionClient,
  projectId: string,
  query: Omit<EventQuery, 'pageToken'> & { beforeId?: string | undefined },
  mostLookedAt = usuallyLookedAt,
): Promise<{ results: StoredEvent[]; next: string | undefined; lookedBackTo: Date | undefined }> {
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
    results: page.rows.map(toStoredEvent),
    next: page.nextBelow,
    lookedBackTo: lookedBackTo(page, pageSize),
  };
}

export const toStoredEvent = (row: ToldEvent): StoredEvent => ({
  ...toldBy(eventDetailSchema, row),
  eventType: row.type as EventType,
  reached: !row.unrouted,
});
