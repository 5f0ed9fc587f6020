import { allOf, Prisma, type Database } from '@writ/db';
import { projectLaneIds } from '@writ/lanes';
import { nothingSent } from './cancel-operations.ts';
import { isOfSpan, matchesFilter } from '../read/operation-filter.ts';
import type { OperationTask } from './operation-tasks.ts';

/** Which operations are meant: those that match and are open to what is to be done. */
type Cancellable = Pick<OperationTask, 'projectId' | 'filter'>;

const isMeant = ({ projectId, filter }: Cancellable): Prisma.Sql =>
  allOf(
    nothingSent,
    filter.sharedToo !== true && Prisma.sql`o.stage IS NULL`,
    isOfSpan(projectId, filter),
    matchesFilter(filter),
  );

/** What is unfinished is found through the lanes of the project, however much has ended. */
const lanesOf = ({ pool }: Pick<Database, 'pool'>, { projectId }: Cancellable): Promise<readonly string[]> =>
  projectLaneIds(pool, projectId, 'provider');

/** How many operations could be cancelled now, and which moment that is, in database time. */
export async function countCancellable(
  db: Pick<Database, 'pool' | 'prisma'>,
  which: Cancellable,
): Promise<{ count: number; at: Date }> {
  const laneIds = await lanesOf(db, which);
  const [row] = await db.prisma.$queryRaw<{ count: number; at: Date }[]>`
    SELECT count(*)::int AS count, clock_timestamp() AS at
    FROM operation o WHERE o.lane_id = ANY (${laneIds}::uuid[]) AND ${isMeant(which)}`;
  if (!row) throw new Error('a count gave no row');
  return row;
}

/** Where an operation stands among those of the project: its lane, and its place in it. */
export type CancelPlace = { laneId: string; dueAt: string; position: string };

/**
 * The next of a task's operations that can be cancelled behind a place, with the place of each: lane after lane, in the order of
 * the index of what is due. What moves to a place before it meanwhile, since it has become due earlier, is found by a pass
 * that begins anew.
 */
export async function selectCancellable(
  db: Pick<Database, 'pool' | 'prisma'>,
  task: Cancellable & Pick<OperationTask, 'createTime'>,
  { after, limit }: { after: CancelPlace | undefined; limit: number },
): Promise<readonly (CancelPlace & { id: string })[]> {
  const laneIds = await lanesOf(db, task);
  const left = laneIds.filter((laneId) => !after || laneId >= after.laneId).toSorted();
  const { dueAt, position } = (left[0] === after?.laneId && after) || lanesBeginning;
  return db.prisma.$queryRaw<(CancelPlace & { id: string })[]>`
    SELECT found.* FROM unnest(${left}::uuid[]) WITH ORDINALITY AS lane (id, number)
    CROSS JOIN LATERAL (
      SELECT o.id, o.lane_id AS "laneId", o.due_at::text AS "dueAt", o.position::text AS position
      FROM operation o
      WHERE o.lane_id = lane.id AND ${isMeant(task)} AND o.create_time <= ${task.createTime}::timestamptz
        AND (o.due_at, o.position) > (
          CASE WHEN lane.number = 1 THEN ${dueAt}::timestamptz ELSE '-infinity' END,
          CASE WHEN lane.number = 1 THEN ${position}::bigint ELSE 0 END)
      ORDER BY o.due_at, o.position LIMIT ${limit}
    ) AS found
    LIMIT ${limit}`;
}

const lanesBeginning = { dueAt: '-infinity', position: '0' };
