import type { DeliveryQuery } from '@writ/contracts';
import { allOf, idsWithin, Prisma } from '@writ/db';
import { isAbout, tellsOf } from './tells-of.ts';

/** `destinationId` is an id here, never a name. */
export type DeliveriesAsked = Omit<DeliveryQuery, 'pageToken'> & { beforeId?: string | undefined };

/** An indexed condition on `d`; older matches are below `goOnBelow`. */
export type Reach = { within: Prisma.Sql; goOnBelow?: string };

/**
 * Finds deliveries by the newest indexed events or attempts, up to a bound; undefined for other filters. Successful
 * answers are not indexed: nearly all are.
 */
export async function reachOf(
  prisma: Prisma.TransactionClient,
  projectId: string,
  query: DeliveriesAsked,
  most: number,
): Promise<Reach | undefined> {
  const { httpStatus = 0 } = query;
  if (isAbout(query)) return throughEvents(prisma, projectId, query, most);
  return httpStatus >= 300 ? throughAttempts(prisma, projectId, query, most) : undefined;
}

/** An event's id and its deliveries' share a millisecond, so a look ends with a whole one. */
async function throughEvents(
  prisma: Prisma.TransactionClient,
  projectId: string,
  query: DeliveriesAsked,
  most: number,
): Promise<Reach> {
  const { beforeId } = query;
  const asked = Prisma.sql`FROM event AS e WHERE ${allOf(
    Prisma.sql`e.project_id = ${projectId}::uuid`,
    tellsOf(query),
    idsWithin(Prisma.sql`e.id`, { ...query, beforeId: beforeId && boundFor(beforeId) }),
  )}`;
  const last = await lastOf(prisma, Prisma.sql`e.id`, asked, most);
  const goOnBelow = last && millisecondOf(last, '0');
  const above = goOnBelow === undefined ? Prisma.empty : Prisma.sql`AND e.id >= ${goOnBelow}::uuid`;
  const within = Prisma.sql`d.event_row_id = ANY (ARRAY(SELECT e.id ${asked} ${above}))`;
  return { within, ...(goOnBelow !== undefined && { goOnBelow }) };
}

const boundFor = (id: string): string => (id === millisecondOf(id, '0') ? id : millisecondOf(id, 'f'));

const millisecondOf = (id: string, digit: '0' | 'f'): string =>
  id.slice(0, 13) + '-xxxx-xxxx-xxxxxxxxxxxx'.replaceAll('x', digit);

async function throughAttempts(
  prisma: Prisma.TransactionClient,
  projectId: string,
  query: DeliveriesAsked,
  most: number,
): Promise<Reach> {
  const { httpStatus } = query;
  const asked = Prisma.sql`FROM delivery_attempt AS a WHERE ${allOf(
    Prisma.sql`a.project_id = ${projectId}::uuid AND a.http_status = ${httpStatus}::int AND a.http_status >= 300`,
    idsWithin(Prisma.sql`a.delivery_id`, query),
  )}`;
  const last = await lastOf(prisma, Prisma.sql`a.delivery_id`, asked, most);
  const above = last === undefined ? Prisma.empty : Prisma.sql`AND a.delivery_id >= ${last}::uuid`;
  const within = Prisma.sql`d.id = ANY (ARRAY(SELECT a.delivery_id ${asked} ${above}))`;
  return { within, ...(last !== undefined && { goOnBelow: last }) };
}

/** Where the newest `most` rows end; undefined if there are fewer. */
export async function lastOf(
  prisma: Prisma.TransactionClient,
  id: Prisma.Sql,
  source: Prisma.Sql,
  most: number,
): Promise<string | undefined> {
  const [last] = await prisma.$queryRaw<{ id: string }[]>`
    SELECT ${id} AS id ${source} ORDER BY ${id} DESC OFFSET ${most - 1} LIMIT 1`;
  return last?.id;
}
