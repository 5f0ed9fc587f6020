import { useQuery } from '@tanstack/react-query';
import type { Installation, Integration, Operation } from '@writ/sdk';
import { pageOf } from '../client.ts';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';
import { useForbidden } from '../session.ts';

/** The newest operation of a project, read until there is one; null: none. */
export const useFirstWrite = ({ name, writ }: Project) =>
  useLive<Operation | null>({
    key: [name, 'first write'],
    read: async (signal) => {
      const { results } = await pageOf(writ.operations.list({ pageSize: 1 }, { signal }));
      return results[0] ?? null;
    },
    every: (last) => (last ? false : 1_000),
  });

export type Place = { integration: Integration | undefined; installation: Installation | undefined };

/** Undefined until read, and if the session may not read it. */
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

/** Ends in `/v1`. */
export const writeUrl = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="write-url"]')?.content ?? '$writeUrl';
