import { useQuery } from '@tanstack/react-query';
import type { Project } from './project.ts';
import { useForbidden, type Scope } from './session.ts';

type Names = ReadonlyMap<string, string>;

/** What destinations are called, by id; empty where the session may not read it, or until it is read. */
export const useDestinationNames = (project: Project): Names =>
  useNames(project, 'destinations', 'notifications:read');

/** What integrations are called, by id; empty where the session may not read it, or until it is read. */
export const useIntegrationNames = (project: Project): Names =>
  useNames(project, 'integrations', 'installations:read');

type Kind = 'destinations' | 'integrations';

/** Under which the names of a project are kept. */
export const namesKey = (project: string, kind: Kind) => [project, 'names', kind];

function useNames({ name, writ }: Project, kind: Kind, scope: Scope): Names {
  const isForbidden = useForbidden(scope) !== undefined;
  const { data } = useQuery({
    queryKey: namesKey(name, kind),
    queryFn: async (): Promise<Names> => {
      const all: readonly { id: string; name: string }[] = await writ[kind].list().all();
      return new Map(all.map((each) => [each.id, each.name]));
    },
    enabled: !isForbidden,
    staleTime: 60_000,
  });
  return data ?? none;
}

const none: Names = new Map();
