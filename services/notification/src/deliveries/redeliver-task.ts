import type { Delivery, LeftOutReason } from '@writ/contracts';
import { allOf, Prisma, type Database } from '@writ/db';
import type { LaneWaker } from '@writ/lanes';
import {
  countReasons,
  goesOnCounting,
  toExtent,
  type Extent,
  type StoredTask,
  type TaskStep,
} from '@writ/task';
import { isAbout, tellsOf } from './tells-of.ts';
import { toDeliveries, toldColumns, type DeliveryRow } from './find-delivery.ts';
import { isLookedAt, matches } from './list-deliveries.ts';
import type { DeliveriesAsked } from './reach.ts';
import { reachOf, type Reach } from './reach.ts';
import { sendAgain } from './send-again.ts';

/** Which deliveries of a project are meant: those of a filter that have not changed since a moment. */
export type MeantDeliveries = { projectId: string; filter: DeliveriesAsked; at: Date };

/** The most events or attempts that one statement goes by, and the most deliveries that one looks at. */
const mostReached = 10_000;
const mostLookedAt = 20_000;
/** A request waits for so many of these statements at most. */
const mostStatements = 5;
/** Deliveries of one step: one transaction, well below a second. */
const perStep = 100;
const mostExamples = 5;

/** SQL: a delivery `d` with its destination `t`, which may be gone, and why it is left out; null where it can be sent. */
const withDestination = Prisma.sql`LEFT JOIN destination AS t ON t.id = d.destination_id AND t.project_id = d.project_id`;
const leftOutReason = Prisma.sql`CASE
  WHEN t.id IS NULL THEN 'destinationGone'
  WHEN t.status <> 'enabled' THEN 'destinationDisabled'
  WHEN d.status = 'pending' AND d.claimed THEN 'underWay' END`;

/** SQL: the delivery `d` is as it was at a moment, so what failed later is none of those that had failed. */
const isUnchanged = (at: Date): Prisma.Sql =>
  Prisma.sql`d.create_time <= ${at}::timestamptz AND d.update_time <= ${at}::timestamptz`;

/** SQL: what an index answers. Where no status is asked for, what failed or is held is meant. */
const isOfIndex = ({ projectId, filter }: MeantDeliveries): Prisma.Sql =>
  allOf(
    isLookedAt(projectId, filter),
    filter.status === undefined && Prisma.sql`d.status IN ('failed', 'held')`,
  );

const isMeant = (which: MeantDeliveries): Prisma.Sql =>
  allOf(isOfIndex(which), matches(which.filter), isUnchanged(which.at));

/** How much is looked at: below an id, in so many statements, each over so many deliveries. */
type Looking = { belowId?: string; statements?: number; atOnce?: number };

/**
 * Parts of the deliveries that are meant, newest first, each for a statement of its own, which looks at a bounded number.
 * `goOnBelow`: there may be others below this id.
 */
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

/** The newest ones of what an index answers, however few of them match. */
async function newestOf(
  prisma: Prisma.TransactionClient,
  which: MeantDeliveries,
  most: number,
): Promise<Reach> {
  const [last] = await prisma.$queryRaw<{ id: string }[]>`
    SELECT d.id FROM delivery AS d WHERE ${isOfIndex(which)} ORDER BY d.id DESC OFFSET ${most - 1} LIMIT 1`;
  const within = allOf(last !== undefined && Prisma.sql`d.id >= ${last.id}::uuid`);
  return { within, ...(last && { goOnBelow: last.id }) };
}

/**
 * How many deliveries would be sent again, and how many are left out: the newest ones, as many as a request may wait for
 * unless told otherwise.
 */
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

/** The newest that would be sent again; fewer where few of the newest would be. */
export async function newestMeant(
  prisma: Prisma.TransactionClient,
  which: MeantDeliveries,
  looking: Looking = {},
): Promise<Delivery[]> {
  const rows: DeliveryRow[] = [];
  for await (const { isHere } of partsOf(prisma, which, looking)) {
    rows.push(
      ...(await prisma.$queryRaw<DeliveryRow[]>`
        SELECT ${toldColumns}, e.event_id AS "eventId"
        FROM delivery AS d ${withDestination} JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id
        WHERE ${isHere} AND ${leftOutReason} IS NULL
        ORDER BY d.id DESC LIMIT ${mostExamples - rows.length}`),
    );
    if (rows.length === mostExamples) break;
  }
  return toDeliveries(prisma, which.projectId, rows);
}

/**
 * Sends the next deliveries of a task again, oldest first, each once, and none to a destination that is disabled or gone.
 * None is sent before all are counted: it would have changed.
 */
export const redeliverStep =
  (deps: Pick<Database, 'prisma' | 'transaction'> & { waker: Pick<LaneWaker, 'wake'> }): TaskStep =>
  async (task, note) => {
    const which = meantBy(task);
    const belowId = goesOnCounting(task);
    if (belowId !== undefined) {
      const counted = await countMeant(deps.prisma, which, { belowId, statements: 1 });
      return deps.transaction((tx) => note(tx, { done: [], leftOut: {}, next: 'again', counted }));
    }
    const laneIds = await deps.transaction(async (tx) => {
      const { found, next } = await nextDeliveries(tx.prisma, which, task.afterId);
      await holdDestinations(tx.prisma, which.projectId, found);
      const judged = await judge(tx.prisma, which, found);
      const deliveryIds = judged.filter(({ reason }) => reason === null).map(({ id }) => id);
      const woken = await sendAgain(tx, which.projectId, deliveryIds);
      const leftOut = countReasons(judged.flatMap(({ reason }) => reason ?? []));
      await note(tx, { done: deliveryIds, leftOut, next });
      return woken;
    });
    deps.waker.wake(laneIds);
  };

const meantBy = ({ projectId, filter, createTime: at }: StoredTask): MeantDeliveries => ({
  projectId,
  filter,
  at,
});

type Found = { id: string; destinationId: string };

/**
 * The next deliveries behind an id. Where an index finds all that may match at once, nothing else is looked at. However few
 * of the others match, a bounded number is looked at: the next step goes on behind those.
 */
async function nextDeliveries(
  prisma: Prisma.TransactionClient,
  which: MeantDeliveries,
  afterId: string | null,
): Promise<{ found: readonly Found[]; next: { afterId: string } | 'end' }> {
  const { projectId, filter, at } = which;
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
      WHERE ${allOf(matches(filter), isUnchanged(at), isAbout(filter) && tells)} ORDER BY d.id LIMIT ${perStep}
    )
    SELECT found.*, told.looked_to AS "lookedTo"
    FROM found RIGHT JOIN (
      SELECT CASE WHEN (SELECT count(*) FROM found) < ${perStep} THEN (
        SELECT d.id ${source} ORDER BY d.id OFFSET ${mostLookedAt - 1} LIMIT 1
      ) END AS looked_to
    ) AS told ON true
    ORDER BY found.id`;
  const found = rows.flatMap((row) => (row.id === null ? [] : [row as Found]));
  const behind = found.length === perStep ? found.at(-1)?.id : (rows[0]?.lookedTo ?? undefined);
  return { found, next: behind === undefined ? 'end' : { afterId: behind } };
}

/** Keeps destinations as they are to the transaction's end; they are locked before deliveries, as everywhere. */
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

/** Which of them are still as they were, and why some of these are left out. They stay so to the transaction's end. */
const judge = (
  prisma: Prisma.TransactionClient,
  { projectId, at }: MeantDeliveries,
  found: readonly Found[],
): Promise<{ id: string; reason: LeftOutReason | null }[]> =>
  prisma.$queryRaw`
    SELECT d.id, ${leftOutReason} AS reason FROM delivery AS d ${withDestination}
    WHERE d.project_id = ${projectId}::uuid AND d.id = ANY (${found.map(({ id }) => id)}::uuid[]) AND ${isUnchanged(at)}
    ORDER BY d.id FOR UPDATE OF d`;
