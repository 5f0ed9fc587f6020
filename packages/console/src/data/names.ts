import { useQuery } from '@tanstack/react-query';
import { allProjects, type Project } from './project.ts';
import { useForbidden, type Scope } from './session.ts';

type Names = ReadonlyMap<string, string>;
export type NamedKind = 'destinations' | 'integrations' | 'topics';

const scopes: Readonly<Record<NamedKind, Scope>> = {
  destinations: 'notifications:read',
  integrations: 'installations:read',
  topics: 'notifications:read',
};

export const useDestinationNames = (project: Project): Names =>
  useNames(project, 'destinations').data ?? none;

export const namesKey = (project: string, kind: NamedKind) => [project, 'names', kind];

export const useMayName = (kind: NamedKind): boolean => useForbidden(scopes[kind]) === undefined;

/** Names by id; unread if the session may not read them. */
export function useNames({ name, writ }: Project, kind: NamedKind) {
  return useQuery({
    queryKey: namesKey(name, kind),
    queryFn: async (): Promise<Names> => {
      const all: readonly { id: string; name: string }[] = await writ[kind].list().all();
      return new Map(all.map((each) => [each.id, each.name]));
    },
    enabled: useMayName(kind) && name !== allProjects,
    staleTime: 60_000,
  });
}

const none: Names = new Map();
