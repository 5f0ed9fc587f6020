import type { Operation, Page } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { listOperations, type OperationFilter } from '@writ/operation';
import { lastIdOf, pageTokenOf } from './page-token.ts';
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
  const found = await listOperations(db, projectId, filter, {
    limit: pageSize + 1,
    ...(pageToken !== undefined && { beforeId: lastIdOf(pageToken) }),
  });
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  const done = found.length <= pageSize || !last;
  return {
    results: shown.map(toOperation),
    pagination: done ? { done } : { done, nextPageToken: pageTokenOf(last.id) },
  };
}
