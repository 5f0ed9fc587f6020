import { useQuery } from '@tanstack/react-query';
import { writOf } from './client.ts';

/** The projects that the one who is signed in may see, read anew by whoever asks: nothing reads them again later. */
export const useProjects = () =>
  useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => writOf().projects.list({ signal }),
    staleTime: 0,
  });
