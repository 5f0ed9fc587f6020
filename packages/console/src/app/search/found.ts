import { useQuery } from '@tanstack/react-query';
import type { Connection, Operation, SearchHit } from '@writ/sdk';
import { pageOf } from '../../data/client.ts';
import type { Project } from '../../data/project.ts';
import { brandOf } from '../../parts/facts/words.ts';
import { pageOfHit, type Leads } from './page-of-hit.ts';

export type Found = Leads & {
  key: string;
  kind: SearchHit['type'] | 'record';
  text: string;
  /** What matched, if not its id. */
  by?: string | undefined;
  time?: string;
};

/** As many as a request may name. */
const mostIds = 100;

/** Finds by id or name: records of a CRM first, each with all its writes. */
export function useFound(project: Project, text: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [project.name, 'search', text],
    enabled: isEnabled,
    queryFn: async ({ signal }): Promise<{ found: readonly Found[]; isMore: boolean }> => {
      const { results, more } = await project.writ.search({ q: text }, { signal });
      const [operations, connection] = await Promise.all([
        writesOfRecords(project, results, signal),
        connectionById(project, results, signal),
      ]);
      return {
        isMore: more,
        found: [
          ...recordsOf(operations, text, project),
          ...results.map((hit) => ({
            ...pageOfHit(hit, text, project, connection),
            key: `${hit.type} ${hit.id} ${hit.by}`,
            kind: hit.type,
            text: hit.text,
            by: byWords[hit.by],
            time: hit.time,
          })),
        ],
      };
    },
  });
}

const byWords: Readonly<Partial<Record<SearchHit['by'], string>>> = {
  requestId: 'Has this request id',
  traceId: 'Has this trace id',
  idempotencyKey: 'Has this idempotency key',
  recordId: 'Writes this record',
  value: 'Sends this value',
  eventId: 'Has this event id',
  groupRef: 'Is of this customer',
  account: 'Is of this account',
};

/** The operations of hits on a record's id, which is unique only within its account and object. */
async function writesOfRecords(
  { writ }: Project,
  hits: readonly SearchHit[],
  signal: AbortSignal,
): Promise<readonly Operation[]> {
  const ids = hits.filter(({ by }) => by === 'recordId').map(({ id }) => id);
  if (ids.length === 0) return [];
  return (await pageOf(writ.operations.list({ ids, pageSize: mostIds }, { signal }))).results;
}

async function connectionById(
  { writ }: Project,
  hits: readonly SearchHit[],
  signal: AbortSignal,
): Promise<Connection | undefined> {
  const hit = hits.find(({ type, by }) => type === 'connection' && by === 'id');
  return hit && writ.connections.get(hit.id, {}, { signal });
}

function recordsOf(operations: readonly Operation[], id: string, { to }: Project): Found[] {
  const records = operations.map(({ provider, account, resource }): Found => {
    const query = { provider, account, resource };
    return {
      key: JSON.stringify(query),
      kind: 'record',
      text: `${brandOf(provider)} ${resource} ${id} of account ${account}`,
      href: to('records', id, query),
      shows: 'Opens all writes to it',
    };
  });
  return [...new Map(records.map((record) => [record.key, record])).values()];
}
