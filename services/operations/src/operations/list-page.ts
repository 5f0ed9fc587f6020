import type { Operation, Page } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { lastIdOf, pageTokenOf } from '@writ/http-kit';
import { findLaneParks } from '@writ/lanes';
import { listOperations, type OperationFilter, type OperationView } from '@writ/operation';
import { toOperation } from './to-operation.ts';

/** Query of a list of operations, parameters beside the filter. */
export type PageQuery = { pageSize?: number; pageToken?: string };

const usualPageSize = 200;

/** Schema of the two parameters of a page (Contract §4.7). */
export const pageParameters = {
  pageSize: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Entries of a page; 200 when absent.',
  },
  pageToken: { type: 'string', description: 'Where the page begins; from the page before.' },
} as const;

/** A page of a project's operations, newest first. */
export async function operationsPage(
  db: Queryable,
  projectId: string,
  filter: OperationFilter,
  { pageSize = usualPageSize, pageToken }: PageQuery,
): Promise<Page<Operation>> {
  const { operations, nextBelow } = await listOperations(db, projectId, filter, {
    limit: pageSize,
    ...(pageToken !== undefined && { beforeId: lastIdOf(pageToken) }),
  });
  return {
    results: await toOperations(db, operations),
    pagination:
      nextBelow === undefined ? { done: true } : { done: false, nextPageToken: pageTokenOf(nextBelow) },
  };
}

/** Operations as answers tell them, with what their lanes wait for. */
export async function toOperations(db: Queryable, views: readonly OperationView[]): Promise<Operation[]> {
  const waiting = views.filter(({ status, underWay }) => status === 'in_progress' && !underWay);
  const laneIds = new Set(waiting.flatMap(({ laneId }) => laneId ?? []));
  const parks = await findLaneParks(db, [...laneIds]);
  return views.map((view) =>
    toOperation(view, view.laneId === undefined ? undefined : parks.get(view.laneId)),
  );
}
