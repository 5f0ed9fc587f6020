import type { Queryable } from '@writ/db';
import { projectLaneIds } from '@writ/lanes';
import { nothingSent } from './cancel-operations.ts';
import { filterValues, matchesFilter, type OperationFilter } from '../read/operation-filter.ts';

/** Which operations are meant: those that match, were accepted by a moment, and are open to what is to be done. */
export type Cancellable = {
  projectId: string;
  filter: OperationFilter;
  /** Auto batches too, which hold records of several callers. */
  sharedToo: boolean;
};

const isMeant = `${nothingSent} AND ($11 OR o.stage IS NULL) AND ${matchesFilter}`;

const countSql = `
  SELECT count(*)::int AS count, clock_timestamp() AS at
  FROM operation o WHERE o.lane_id = ANY ($10::uuid[]) AND ${isMeant}`;

/** Lane after lane in the order of the index of what is due; the first one from behind a place on. */
const selectSql = `
  SELECT found.* FROM unnest($10::uuid[]) WITH ORDINALITY AS lane (id, number)
  CROSS JOIN LATERAL (
    SELECT o.id, o.lane_id AS "laneId", o.due_at::text AS "dueAt", o.position::text AS position
    FROM operation o
    WHERE o.lane_id = lane.id AND ${isMeant} AND o.create_time <= $12
      AND (o.due_at, o.position) > (
        CASE WHEN lane.number = 1 THEN coalesce($14::timestamptz, '-infinity') ELSE '-infinity' END,
        CASE WHEN lane.number = 1 THEN coalesce($15::bigint, 0) ELSE 0 END)
    ORDER BY o.due_at, o.position LIMIT $13
  ) AS found
  LIMIT $13`;

const valuesOf = ({ projectId, filter, sharedToo }: Cancellable, laneIds: readonly string[]): unknown[] => [
  ...filterValues(projectId, filter),
  laneIds,
  sharedToo,
];

/** What is unfinished is found through the lanes of the project, however much has ended. */
const lanesOf = (db: Queryable, { projectId }: Cancellable): Promise<readonly string[]> =>
  projectLaneIds(db, projectId, 'provider');

/** How many operations could be cancelled now, and which moment that is, in database time. */
export async function countCancellable(
  db: Queryable,
  which: Cancellable,
): Promise<{ count: number; at: Date }> {
  const values = valuesOf(which, await lanesOf(db, which));
  const { rows } = await db.query<{ count: number; at: Date }>(countSql, values);
  if (!rows[0]) throw new Error('a count gave no row');
  return rows[0];
}

/** Where an operation stands among those of the project: its lane, and its place in it. */
export type CancelPlace = { laneId: string; dueAt: string; position: string };

/**
 * The next of the operations that can be cancelled behind a place, with the place of each. What moves to a place before it
 * meanwhile, since it has become due earlier, is found by whoever begins anew.
 */
export async function selectCancellable(
  db: Queryable,
  which: Cancellable,
  { acceptedBy, after, limit }: { acceptedBy: Date; after: CancelPlace | undefined; limit: number },
): Promise<readonly (CancelPlace & { id: string })[]> {
  const laneIds = await lanesOf(db, which);
  const left = laneIds.filter((laneId) => !after || laneId >= after.laneId).toSorted();
  const place = left[0] === after?.laneId ? after : undefined;
  const { rows } = await db.query<CancelPlace & { id: string }>(selectSql, [
    ...valuesOf(which, left),
    ...[acceptedBy, limit, place?.dueAt ?? null, place?.position ?? null],
  ]);
  return rows;
}
