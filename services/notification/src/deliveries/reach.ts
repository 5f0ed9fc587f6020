import type { DeliveryQuery } from '@writ/contracts';
import { allOf, idsWithin, Prisma } from '@writ/db';
import { isAbout, tellsOf } from './tells-of.ts';

/** Filters of a list of deliveries. `destinationId` is an id here, never a name; the page begins below `beforeId`. */
export type DeliveriesAsked = Omit<DeliveryQuery, 'pageToken'> & { beforeId?: string | undefined };

/** Which deliveries an index finds, as a condition of `d`; those that it found further down are below an id. */
export type Reach = { within: Prisma.Sql; goOnBelow?: string };

/**
 * How deliveries are found by what they tell of, or by how they were answered: an index gives the newest events, or
 * attempts, up to a bound. Undefined where neither is asked for. What was answered well is nearly everything, and has no
 * index: it is looked for among all deliveries.
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

/** The ids of an event and of its deliveries begin with the same millisecond: what is looked at ends with a whole one. */
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
  const [last] = await prisma.$queryRaw<{ id: string }[]>`
    SELECT e.id ${asked} ORDER BY e.id DESC OFFSET ${most - 1} LIMIT 1`;
  const goOnBelow = last && millisecondOf(last.id, '0');
  const above = goOnBelow === undefined ? Prisma.empty : Prisma.sql`AND e.id >= ${goOnBelow}::uuid`;
  const within = Prisma.sql`d.event_row_id = ANY (ARRAY(SELECT e.id ${asked} ${above}))`;
  return { within, ...(goOnBelow !== undefined && { goOnBelow }) };
}

/** What lies above the events of deliveries below an id: of its own millisecond all may be, or none. */
const boundFor = (id: string): string => (id === millisecondOf(id, '0') ? id : millisecondOf(id, 'f'));

/** The lowest or the highest id of the same millisecond. */
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
  const [last] = await prisma.$queryRaw<{ id: string }[]>`
    SELECT a.delivery_id AS id ${asked} ORDER BY a.delivery_id DESC OFFSET ${most - 1} LIMIT 1`;
  const above = last ? Prisma.sql`AND a.delivery_id >= ${last.id}::uuid` : Prisma.empty;
  const within = Prisma.sql`d.id = ANY (ARRAY(SELECT a.delivery_id ${asked} ${above}))`;
  return { within, ...(last && { goOnBelow: last.id }) };
}
