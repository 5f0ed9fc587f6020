import type { Delivery, LeftOutReason } from '@writ/contracts';
import { allOf, Prisma, type Database } from '@writ/db';
import type { LaneWaker } from '@writ/lanes';
import { countReasons, itemsPerStep, toExtent, type Extent, type FilteredWork } from '@writ/task';
import { isAbout, tellsOf } from './tells-of.ts';
import { toDeliveries, toldColumns, type DeliveryRow } from './find-delivery.ts';
import { isLookedAt, matches } from './list-deliveries.ts';
import { lastOf, reachOf, type DeliveriesAsked, type Reach } from './reach.ts';
import { sendAgain } from './send-again.ts';

/** Deliveries that match and have not changed since `createTime`. */
export type MeantDeliveries = { projectId: string; filter: DeliveriesAsked; createTime: Date };

/** Per statement. */
const mostReached = 10_000;
const mostLookedAt = 20_000;
/** Statements that one request waits for. */
const mostStatements = 5;

/** SQL: why the delivery `d` with the destination `t` is left out; null if it can be sent. */
const withDestination = Prisma.sql`LEFT JOIN destination AS t ON t.id = d.destination_id AND t.project_id = d.project_id`;
const leftOutReason = Prisma.sql`CASE
  WHEN t.id IS NULL THEN 'destinationGone'
  WHEN t.status <> 'enabled' THEN 'destinationDisabled'
  WHEN d.status = 'pending' AND d.claimed THEN 'underWay' END`;

/** SQL: the delivery `d` has not changed since the request; later failures don't count. */
const isUnchanged = (at: Date): Prisma.Sql =>
  Prisma.sql`d.create_time <= ${at}::timestamptz AND d.update_time <= ${at}::timestamptz`;

/** SQL: an indexed condition; without a status, failed and held deliveries. */
const isOfIndex = ({ projectId, filter }: MeantDeliveries): Prisma.Sql =>
  allOf(
    isLookedAt(projectId, filter),
    filter.status === undefined && Prisma.sql`d.status IN ('failed', 'held')`,
  );

const isMeant = (which: MeantDeliveries): Prisma.Sql =>
  allOf(isOfIndex(which), matches(which.filter), isUnchanged(which.createTime));

type Looking = { belowId?: string; statements?: number; atOnce?: number };

/** Newest first, each for one bounded statement. */
async function* partsOf(
  prisma: Prisma.TransactionClient,
  which: MeantDeliveries,
  { belowId, statements = mostStatements, atOnce = mostLookedAt }: Looking,
): AsyncGenerator<{ isHere: Prisma.Sql; goOnBelow: string | undefined }> {
  let beforeId = belowId;
  for (let made = 0; made < statements; made += 1) {
    const part = { ...which, filter: { ...which.filter, beforeId } };
    const reached = await reachOf(prisma, part.projectId, part.filter, mostReached);
    const { within, goOnBelow } = reached ?? (await newestOf(prisma, part, atOnce));
    yield { isHere: allOf(isMeant(part), within), goOnBelow };
    if (goOnBelow === undefined) return;
    beforeId = goOnBelow;
  }
}

async function newestOf(
  prisma: Prisma.TransactionClient,
  which: MeantDeliveries,
  most: number,
): Promise<Reach> {
  const source = Prisma.sql`FROM delivery AS d WHERE ${isOfIndex(which)}`;
  const last = await lastOf(prisma, Prisma.sql`d.id`, source, most);
  const within = allOf(last !== undefined && Prisma.sql`d.id >= ${last}::uuid`);
  return { within, ...(last !== undefined && { goOnBelow: last }) };
}

/** Newest first, as far as a request may wait. */
export async function countMeant(
  prisma: Prisma.TransactionClient,
  which: MeantDeliveries,
  looking: Looking = {},
): Promise<Extent> {
  const rows: { reason: LeftOutReason | null; count: number }[] = [];
  let countedTo: string | undefined;
  for await (const { isHere, goOnBelow } of partsOf(prisma, which, looking)) {
    rows.push(
      ...(await prisma.$queryRaw<typeof rows>`
        SELECT ${leftOutReason} AS reason, count(*)::int AS count
        FROM delivery AS d ${withDestination} WHERE ${isHere} GROUP BY 1`),
    );
    countedTo = goOnBelow;
  }
  return { ...toExtent(rows), countedTo };
}

/** Fewer if few of the newest would be sent. */
export async function newestMeant(
  prisma: Prisma.TransactionClient,
  which: MeantDeliveries,
  { limit, ...looking }: Looking & { limit: number },
): Promise<Delivery[]> {
  const rows: DeliveryRow[] = [];
  for await (const { isHere } of partsOf(prisma, which, looking)) {
    rows.push(
      ...(await prisma.$queryRaw<DeliveryRow[]>`
        SELECT ${toldColumns}, e.event_id AS "eventId"
        FROM delivery AS d ${withDestination} JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id
        WHERE ${isHere} AND ${leftOutReason} IS NULL
        ORDER BY d.id DESC LIMIT ${limit - rows.length}`),
    );
    if (rows.length === limit) break;
  }
  return toDeliveries(prisma, which.projectId, rows);
}

/**
 * Sends all matching deliveries again, each once, oldest first; none to a disabled or deleted destination. A step
 * makes deliveries due and notes its result in one transaction, then wakes their lanes; the sweep finds lanes not
 * woken.
 */
export const redeliverWork = ({
  prisma,
  transaction,
  waker,
}: Pick<Database, 'prisma' | 'transaction'> & {
  waker: Pick<LaneWaker, 'wake'>;
}): FilteredWork<Delivery> => ({
  action: 'redeliver',
  count: (which, belowId) =>
    countMeant(prisma, which, belowId === undefined ? {} : { belowId, statements: 1 }),
  examples: (which, limit) => newestMeant(prisma, which, { limit }),
  step: async (task, note) => {
    const laneIds = await transaction(async (tx) => {
      const { found, next } = await nextDeliveries(tx.prisma, task, task.afterId);
      await holdDestinations(tx.prisma, task.projectId, found);
      const judged = await judge(tx.prisma, task, found);
      const deliveryIds = judged.filter(({ reason }) => reason === null).map(({ id }) => id);
      const woken = await sendAgain(tx, task.projectId, deliveryIds);
      const leftOut = countReasons(judged.flatMap(({ reason }) => reason ?? []));
      await note(tx, { done: deliveryIds, leftOut, next });
      return woken;
    });
    waker.wake(laneIds);
  },
});

type Found = { id: string; destinationId: string };

/** Reads a bounded number. */
async function nextDeliveries(
  prisma: Prisma.TransactionClient,
  which: MeantDeliveries,
  afterId: string | null,
): Promise<{ found: readonly Found[]; next: { afterId: string } | 'end' }> {
  const { projectId, filter, createTime: at } = which;
  const reach = await reachOf(prisma, projectId, filter, mostReached);
  const isReached = reach !== undefined && reach.goOnBelow === undefined && reach.within;
  const isBehind = afterId !== null && Prisma.sql`d.id > ${afterId}::uuid`;
  const source = Prisma.sql`FROM delivery AS d WHERE ${allOf(isOfIndex(which), isBehind, isReached)}`;
  const tells = Prisma.sql`EXISTS (SELECT FROM event AS e
    WHERE e.project_id = d.project_id AND e.id = d.event_row_id AND ${tellsOf(filter)})`;
  const rows = await prisma.$queryRaw<((Found | { id: null }) & { lookedTo: string | null })[]>`
    WITH found AS MATERIALIZED (
      SELECT d.id, d.destination_id AS "destinationId"
      FROM (SELECT d.* ${source} ORDER BY d.id LIMIT ${mostLookedAt}) AS d
      WHERE ${allOf(matches(filter), isUnchanged(at), isAbout(filter) && tells)} ORDER BY d.id LIMIT ${itemsPerStep}
    )
    SELECT found.*, told.looked_to AS "lookedTo"
    FROM found RIGHT JOIN (
      SELECT CASE WHEN (SELECT count(*) FROM found) < ${itemsPerStep} THEN (
        SELECT d.id ${source} ORDER BY d.id OFFSET ${mostLookedAt - 1} LIMIT 1
      ) END AS looked_to
    ) AS told ON true
    ORDER BY found.id`;
  const found = rows.flatMap((row) => (row.id === null ? [] : [row as Found]));
  const behind = found.length === itemsPerStep ? found.at(-1)?.id : (rows[0]?.lookedTo ?? undefined);
  return { found, next: behind === undefined ? 'end' : { afterId: behind } };
}

/** Lock order: destinations, then deliveries. */
async function holdDestinations(
  prisma: Prisma.TransactionClient,
  projectId: string,
  found: readonly Found[],
): Promise<void> {
  const ids = [...new Set(found.map(({ destinationId }) => destinationId))];
  await prisma.$queryRaw`
    SELECT id FROM destination WHERE project_id = ${projectId}::uuid AND id = ANY (${ids}::uuid[])
    ORDER BY id FOR SHARE`;
}

/** Locks the deliveries until the commit. */
const judge = (
  prisma: Prisma.TransactionClient,
  { projectId, createTime: at }: MeantDeliveries,
  found: readonly Found[],
): Promise<{ id: string; reason: LeftOutReason | null }[]> =>
  prisma.$queryRaw`
    SELECT d.id, ${leftOutReason} AS reason FROM delivery AS d ${withDestination}
    WHERE d.project_id = ${projectId}::uuid AND d.id = ANY (${found.map(({ id }) => id)}::uuid[]) AND ${isUnchanged(at)}
    ORDER BY d.id FOR UPDATE OF d`;
