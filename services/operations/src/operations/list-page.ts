import { pageParameters, type Operation } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import { findLaneParks } from '@writ/lanes';
import {
  listOperations,
  toOperationViews,
  type OperationFilter,
  type OperationPage,
  type OperationRow,
} from '@writ/operation';
import { inAllForms } from './list-filter.ts';
import { toOperation } from './to-operation.ts';

export const usualPageSize = 200;

export const parametersOfPage = pageParameters({ most: 1000, usual: usualPageSize });

/** A page of a project's operations, newest first; `nextBelow` if more may follow. */
export function operationsPage(
  prisma: Prisma.TransactionClient,
  projectId: string,
  filter: OperationFilter,
  page: { pageSize?: number | undefined; beforeId: string | undefined },
): Promise<OperationPage> {
  const { pageSize: limit = usualPageSize, beforeId } = page;
  return listOperations(prisma, projectId, inAllForms(filter), { limit, beforeId });
}

/** Operations as answers show them, with the reasons for which their lanes wait. */
export async function toOperations(
  prisma: Prisma.TransactionClient,
  rows: readonly OperationRow[],
): Promise<Operation[]> {
  const views = await toOperationViews(prisma, rows);
  const waiting = views.filter(({ status, underWay }) => status === 'in_progress' && !underWay);
  const laneIds = new Set(waiting.flatMap(({ laneId }) => laneId ?? []));
  const parks = await findLaneParks(prisma, [...laneIds]);
  return views.map((view) => toOperation(view, view.laneId === null ? undefined : parks.get(view.laneId)));
}
