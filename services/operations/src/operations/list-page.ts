import type { Operation } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { findLaneParks } from '@writ/lanes';
import { listOperations, type OperationFilter, type OperationView } from '@writ/operation';
import { toOperation } from './to-operation.ts';

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

/** A page of a project's operations, newest first. Where more may follow, the next one begins below an id. */
export async function operationsPage(
  db: Queryable,
  projectId: string,
  filter: OperationFilter,
  { pageSize = usualPageSize, beforeId }: { pageSize?: number | undefined; beforeId: string | undefined },
): Promise<{ operations: Operation[]; nextBelow: string | undefined }> {
  const { operations, nextBelow } = await listOperations(db, projectId, filter, {
    limit: pageSize,
    ...(beforeId !== undefined && { beforeId }),
  });
  return { operations: await toOperations(db, operations), nextBelow };
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
