import { useQuery } from '@tanstack/react-query';
import { writOf } from './client.ts';

/** The projects that the one who is signed in may see. */
export const useProjects = () =>
  useQuery({ queryKey: ['projects'], queryFn: ({ signal }) => writOf().projects.list({ signal }) });
