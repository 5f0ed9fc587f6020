import type { Operation, QueryOf } from '@writ/sdk';
import { pageOf } from '../client.ts';
import { useList } from '../list.ts';
import type { Project } from '../project.ts';

export type OperationFilter = Omit<QueryOf<'getOperations'>, 'ids' | 'pageSize' | 'pageToken'>;

/** As many ids as a request may name. */
const mostIds = 100;

export const useOperations = ({ name, writ }: Project, filter: OperationFilter) =>
  useList<Operation>({
    key: [name, 'operations', filter],
    list: (asked, options) => writ.operations.list({ ...filter, ...asked }, options),
    since: filter.since,
    open: {
      is: mayChange,
      read: async (ids, signal) => {
        const parts = Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, at) =>
          ids.slice(at * mostIds, (at + 1) * mostIds),
        );
        const pages = await Promise.all(
          parts.map((part) => pageOf(writ.operations.list({ ids: part }, { signal }))),
        );
        return pages.flatMap(({ results }) => results);
      },
    },
  });

/** A failure can be retried. */
export const mayChange = ({ status, metadata: { mode, failed }, retriedAs }: Operation): boolean =>
  status === 'in_progress' || (mode === 'asynchronous' && failed > 0 && retriedAs === undefined);
