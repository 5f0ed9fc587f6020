import { useQuery } from '@tanstack/react-query';
import type { Project } from './project.ts';
import { useForbidden } from './session.ts';

/** What destinations are called, by id; empty where the session may not read it, or until it is read. */
export function useDestinationNames({ name, writ }: Project): ReadonlyMap<string, string> {
  const isForbidden = useForbidden('notifications:read') !== undefined;
  const { data } = useQuery({
    queryKey: [name, 'destination names'],
    queryFn: async () => {
      const destinations = await writ.destinations.list().all();
      return new Map(destinations.map((each) => [each.id, each.name]));
    },
    enabled: !isForbidden,
    staleTime: 60_000,
  });
  return data ?? none;
}

const none: ReadonlyMap<string, string> = new Map();
