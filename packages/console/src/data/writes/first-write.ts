import type { UseQueryResult } from '@tanstack/react-query';
import type { Installation, Integration, Operation } from '@writ/sdk';
import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../client.ts';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';
import { useForbidden } from '../session.ts';

const paceMs = 1_000;

/** The newest operation of a project, looked for until there is one; null: none is kept. */
export function useFirstWrite({ name, writ }: Project): UseQueryResult<Operation | null> {
  return useLive({
    key: [name, 'first write'],
    read: async (signal) => {
      const { results } = await pageOf(writ.operations.list({ pageSize: 1 }, { signal }));
      return results[0] ?? null;
    },
    every: (last) => (last ? false : paceMs),
  });
}

/** Where a first write may go: an integration, and a customer who has installed it, if there are any. */
export type Place = { integration: Integration | undefined; installation: Installation | undefined };

/** Where a first write may go; undefined where the session may not read it, or until it is read. */
export function usePlace({ name, writ }: Project): Place | undefined {
  const isForbidden = useForbidden('installations:read') !== undefined;
  const { data } = useQuery({
    queryKey: [name, 'place of the first write'],
    queryFn: async ({ signal }): Promise<Place> => {
      const [installations, integrations] = await Promise.all([
        pageOf(writ.installations.list({ pageSize: 1 }, { signal })),
        pageOf(writ.integrations.list({ pageSize: 100 }, { signal })),
      ]);
      const [installation] = installations;
      const own = integrations.find(({ id }) => id === installation?.integrationId);
      return { installation, integration: own ?? integrations[0] };
    },
    enabled: !isForbidden,
    staleTime: 10_000,
  });
  return data;
}

/** Where the write host is, ending in `/v1`: the host that serves the console says so in its page. */
export const writeUrl = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="write-url"]')?.content ?? '$writeUrl';
