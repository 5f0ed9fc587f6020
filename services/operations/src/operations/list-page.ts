import { pageParameters, type Operation } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import { findLaneParks } from '@writ/lanes';
import { listOperations, toOperationViews, type OperationFilter, type OperationRow } from '@writ/operation';
import type { PageSpan } from '@writ/service-parts';
import { inAllForms } from './list-filter.ts';
import { toOperation } from './to-operation.ts';

export const parametersOfPage = pageParameters({ most: 1000, usual: 200 });

/** Newest first; `next` if more may follow. */
export async function operationsPage(
  prisma: Prisma.TransactionClient,
  projectId: string,
  filter: OperationFilter,
  { limit, place: beforeId }: PageSpan,
) {
  const page = await listOperations(prisma, projectId, inAllForms(filter), { limit, beforeId });
  const { rows, nextBelow: next, lookedBackTo } = page;
  return { results: await toOperations(prisma, rows), next, lookedBackTo };
}

/** With the reasons why their lanes wait. */
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
