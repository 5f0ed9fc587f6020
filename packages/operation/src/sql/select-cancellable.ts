import type { Queryable } from '@writ/db';
import { nothingSent } from './cancel-operations.ts';
import { filterValues, matchesFilter, type OperationFilter } from './operation-filter.ts';

/** Which operations are meant: those that match, were accepted by a moment, and are open to what is to be done. */
export type Cancellable = {
  projectId: string;
  /** The lanes of the project: what is unfinished is found through them, however much has ended. */
  laneIds: readonly string[];
  filter: OperationFilter;
  /** Auto batches too, which hold records of several callers. */
  sharedToo: boolean;
};

const chosen = `
  FROM operation o
  WHERE o.lane_id = ANY ($8::uuid[]) AND ${nothingSent} AND ($9 OR o.stage IS NULL) AND ${matchesFilter}`;

const countSql = `SELECT count(*)::int AS count, clock_timestamp() AS at ${chosen}`;
const selectSql = `SELECT o.id ${chosen} AND o.create_time <= $10 LIMIT $11`;

const valuesOf = ({ projectId, laneIds, filter, sharedToo }: Cancellable): unknown[] => [
  ...filterValues(projectId, filter),
  laneIds,
  sharedToo,
];

/** How many operations could be cancelled now, and which moment that is, in database time. */
export async function countCancellable(
  db: Queryable,
  which: Cancellable,
): Promise<{ count: number; at: Date }> {
  const { rows } = await db.query<{ count: number; at: Date }>(countSql, valuesOf(which));
  if (!rows[0]) throw new Error('a count gave no row');
  return rows[0];
}

/** Ids of some of the operations that can be cancelled; those that are cancelled are no longer among them. */
export async function selectCancellable(
  db: Queryable,
  which: Cancellable,
  { acceptedBy, limit }: { acceptedBy: Date; limit: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(selectSql, [...valuesOf(which), acceptedBy, limit]);
  return rows.map(({ id }) => id);
}
