import { useQuery } from '@tanstack/react-query';
import type { Project } from './project.ts';
import { useForbidden, type Scope } from './session.ts';

type Names = ReadonlyMap<string, string>;

/** What has a name besides its id. */
export type NamedKind = 'destinations' | 'integrations';

const scopes: Readonly<Record<NamedKind, Scope>> = {
  destinations: 'notifications:read',
  integrations: 'installations:read',
};

/** What destinations are called, by id; empty where the session may not read it, or until it is read. */
export const useDestinationNames = (project: Project): Names =>
  useNames(project, 'destinations').data ?? none;

/** Under which the names of a project are kept. */
export const namesKey = (project: string, kind: NamedKind) => [project, 'names', kind];

/** Whether the session may read what integrations are called. */
export const useMayNameIntegrations = (): boolean => useForbidden(scopes.integrations) === undefined;

/** What destinations or integrations are called, by id, and how the reading of it stands. Not read where the session may not. */
export function useNames({ name, writ }: Project, kind: NamedKind) {
  const isForbidden = useForbidden(scopes[kind]) !== undefined;
  return useQuery({
    queryKey: namesKey(name, kind),
    queryFn: async (): Promise<Names> => {
      const all: readonly { id: string; name: string }[] = await writ[kind].list().all();
      return new Map(all.map((each) => [each.id, each.name]));
    },
    enabled: !isForbidden,
    staleTime: 60_000,
  });
}

const none: Names = new Map();
