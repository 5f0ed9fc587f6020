import { allOf, boundedPage, idsWithin, pageOfRows, Prisma, type BoundedRow } from '@writ/db';
import type { OperationRow } from '../operation.ts';
import { enteredOperations } from '../read/entered-operations.ts';
import { matchingInstallations } from '../read/matching-installations.ts';
import { isOfSpan, matchesFilter } from '../read/operation-filter.ts';
import { retryScope } from '../read/retry-scope.ts';
import { isBefore, type Meant, type TaskOfOperations } from './meant.ts';
import {
  isLeftSql,
  selectRetryable,
  type FoundRetryable,
  type RetryableOperation,
} from './retryable-operation.ts';

const isFailed = Prisma.sql`o.due_at IS NULL AND o.failed > 0 AND o.status <> 'in_progress'`;
const isAsynchronous = Prisma.sql`o.mode = 'asynchronous'`;

/** Not `NOT EXISTS`: Postgres may read all keys. */
const isUntried = Prisma.sql`coalesce((
  SELECT false FROM idempotency_key k
  WHERE k.project_id = o.project_id AND k.scope = ${retryScope} AND k.key = o.id::text LIMIT 1), true)`;

/** SQL: cancelled operations are retried only if the filter includes them, or names operations or a task. */
const isCalledOff = ({ fault, ids, taskId }: Meant['filter']): Prisma.Sql =>
  fault === 'cancelled' || ids !== undefined || taskId !== undefined
    ? Prisma.sql`false`
    : Prisma.sql`o.fault IS NOT DISTINCT FROM 'cancelled'`;

const isToBeTried = (filter: Meant['filter']): Prisma.Sql =>
  allOf(isAsynchronous, isUntried, Prisma.sql`NOT ${isCalledOff(filter)}`);

export async function findRetryable(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<RetryableOperation | undefined> {
  const isIt = Prisma.sql`o.project_id = ${projectId}::uuid AND o.id = ${id}::uuid`;
  const [found] = await selectRetryable(prisma, allOf(isIt, isFailed, isAsynchronous), Prisma.sql`LIMIT 1`);
  return found?.isOnRecord ? found : undefined;
}

type FailedFacts = Pick<OperationRow, 'installationId' | 'provider' | 'account'> & {
  /** Why its row excludes it. */
  reason: 'synchronous' | 'retriedBefore' | 'cancelled' | null;
  /** Its records hold ids of their account. */
  namesOthers: boolean;
  /** `isForgotten`: plans are gone. */
  isLeft: boolean;
  isForgotten: boolean;
};
export type FailedAlike = FailedFacts & { count: number };
type FailedOne = FailedFacts & { id: string };

const mostLookedAt = { counting: 50_000, step: 5_000 };
/** Some two seconds. */
const mostStatements = 2;
/** Each may have to be read. */
const recordsLookedAt = 200_000;

/** `atOnce`: operations per statement. */
type Looking = { afterId?: string; statements?: number; atOnce?: number };

/** `countedTo`: the last one read, if there may be more. */
export type CountedFailed = { alike: readonly FailedAlike[]; countedTo?: string | undefined };

/** Oldest first; equal ones are grouped per statement. */
export async function countFailed(
  prisma: Prisma.TransactionClient,
  which: Meant,
  at: Date,
  { afterId, statements = mostStatements, atOnce = mostLookedAt.counting }: Looking = {},
): Promise<CountedFailed> {
  const place = allOf(await placeOf(prisma, which), isAboutBefore(at));
  const isIt = allOf(matchesFilter(which.filter), hadEnded(at));
  const alike: FailedAlike[] = [];
  let countedTo = afterId;
  for (let made = 0; made < statements; made += 1) {
    const { isHere, end } = await nextFailed(prisma, place, { afterId: countedTo, atOnce });
    alike.push(...(await countAlike(prisma, which, allOf(isHere, isIt))));
    countedTo = end;
    if (end === undefined) break;
  }
  return { alike, countedTo };
}

const facts = Prisma.sql`o.installation_id AS "installationId", o.provider, o.account, judged.reason,
  r.is_forgotten IS NOT NULL AS "isLeft", coalesce(r.is_forgotten, false) AS "isForgotten",
  o.type NOT IN ('create', 'upsert') OR coalesce(r.names_others, false) AS "namesOthers"`;

/** Not the plans: many operations may have 8 MiB each. */
const joinedFacts = ({ filter }: Meant) => Prisma.sql`
  CROSS JOIN LATERAL (SELECT CASE WHEN NOT ${isAsynchronous} THEN 'synchronous'
    WHEN NOT ${isUntried} THEN 'retriedBefore' WHEN ${isCalledOff(filter)} THEN 'cancelled' END AS reason) AS judged
  LEFT JOIN LATERAL (
    SELECT bool_or(r.planned IS NULL) AS is_forgotten,
      bool_or(coalesce(r.associations <> '[]'::jsonb, false)) AS names_others
    FROM operation_record r
    WHERE judged.reason IS NULL AND r.project_id = o.project_id AND r.operation_id = o.id AND r.status = 'failed'
      AND ${isLeftSql}
  ) AS r ON true`;

const countAlike = (
  prisma: Prisma.TransactionClient,
  which: Meant,
  isIt: Prisma.Sql,
): Promise<FailedAlike[]> =>
  prisma.$queryRaw`
    SELECT ${facts}, count(*)::int AS count FROM operation o ${joinedFacts(which)}
    WHERE ${isIt} GROUP BY 1, 2, 3, 4, 5, 6, 7`;

/** Unfinished at a time. */
export async function countRunning(
  prisma: Prisma.TransactionClient,
  which: Meant,
  at: Date,
): Promise<number> {
  const isThere = allOf(await placeOf(prisma, which), Prisma.sql`o.due_at IS NOT NULL`, isBefore(at));
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM operation o WHERE ${allOf(isThere, matchesFilter(which.filter))}`;
  return row?.count ?? 0;
}

/** As far as their rows show; fewer if few of the newest can be retried. */
export async function newestRetryable(
  prisma: Prisma.TransactionClient,
  which: Meant,
  limit: number,
  { statements = mostStatements, atOnce = mostLookedAt.counting }: Omit<Looking, 'afterId'> = {},
): Promise<readonly FailedOne[]> {
  const place = await placeOf(prisma, which);
  const newest: FailedOne[] = [];
  let beforeId: string | undefined;
  for (let made = 0; made < statements; made += 1) {
    const isBelow = beforeId !== undefined && Prisma.sql`o.id < ${beforeId}::uuid`;
    const wanted = limit - newest.length;
    const page = boundedPage({
      source: Prisma.sql`FROM operation o WHERE ${allOf(place, isFailed, isBelow)}`,
      alias: Prisma.sql`o`,
      columns: Prisma.sql`o.id, ${facts}`,
      join: joinedFacts(which),
      matches: allOf(matchesFilter(which.filter), isToBeTried(which.filter)),
      limit: wanted + 1,
      look: atOnce,
    });
    const { rows, nextBelow } = pageOfRows(await prisma.$queryRaw<BoundedRow<FailedOne>[]>(page), wanted);
    newest.push(...rows);
    beforeId = nextBelow;
    if (beforeId === undefined || newest.length >= limit) break;
  }
  return newest;
}

/**
 * Those that had failed when the task was made, by id, up to a batch's bytes, at least one. May be empty
 * although more follow.
 */
export async function listRetryable(
  prisma: Prisma.TransactionClient,
  task: TaskOfOperations,
  limit: number,
  atOnce = mostLookedAt.step,
): Promise<{ operations: readonly FoundRetryable[]; next: { afterId: string } | 'end' }> {
  const afterId = task.afterId ?? undefined;
  const place = allOf(await placeOf(prisma, task), isAboutBefore(task.createTime));
  const { isHere, end } = await nextFailed(prisma, place, { afterId, atOnce });
  const could = allOf(matchesFilter(task.filter), isToBeTried(task.filter));
  const isIt = allOf(isHere, could, isBefore(task.createTime), hadEnded(task.createTime));
  const operations = await selectRetryable(prisma, isIt, Prisma.sql`ORDER BY o.id LIMIT ${limit}`);
  const last = operations.at(-1)?.id ?? end;
  return { operations, next: last === undefined ? 'end' : { afterId: last } };
}

const hadEnded = (at: Date): Prisma.Sql => Prisma.sql`o.update_time <= ${at}::timestamptz`;

/** SQL: roughly, so that no page lies long after it. */
const isAboutBefore = (at: Date): Prisma.Sql => idsWithin(Prisma.sql`o.id`, { until: at.toISOString() });

/** More do not narrow the search. */
const mostEntered = 10_000;

/** SQL: index conditions of a filter. */
async function placeOf(prisma: Prisma.TransactionClient, { projectId, filter }: Meant): Promise<Prisma.Sql> {
  const installationIds = await matchingInstallations(prisma, projectId, filter);
  const entered = await enteredOperations(prisma, projectId, filter, { limit: mostEntered });
  const ids = entered && entered.length < mostEntered ? entered : filter.ids;
  return allOf(
    isOfSpan(projectId, filter),
    installationIds !== undefined && Prisma.sql`o.installation_id = ANY (${installationIds}::uuid[])`,
    ids !== undefined && Prisma.sql`o.id = ANY (${ids}::uuid[])`,
  );
}

/**
 * SQL: the next `atOnce` failed operations of a place by id, fewer if they have many records; bounds what a
 * statement reads. `end`: the last of them, if there may be more.
 */
async function nextFailed(
  prisma: Prisma.TransactionClient,
  place: Prisma.Sql,
  { afterId, atOnce }: { afterId: string | undefined; atOnce: number },
): Promise<{ isHere: Prisma.Sql; end: string | undefined }> {
  const isBehind = allOf(place, isFailed, afterId !== undefined && Prisma.sql`o.id > ${afterId}::uuid`);
  const [last] = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT id, row_number() OVER upto AS place, sum(record_count) OVER upto AS records
      FROM (SELECT o.id, o.record_count FROM operation o WHERE ${isBehind} ORDER BY o.id LIMIT ${atOnce}) AS next
      WINDOW upto AS (ORDER BY id ROWS UNBOUNDED PRECEDING)) AS summed
    WHERE place = ${atOnce} OR records >= ${recordsLookedAt} ORDER BY id LIMIT 1`;
  return {
    isHere: allOf(isBehind, last !== undefined && Prisma.sql`o.id <= ${last.id}::uuid`),
    end: last?.id,
  };
}
