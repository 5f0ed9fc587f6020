import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProjectPatch } from '@writ/sdk';
import { useChange } from '../change.ts';
import { writOf } from '../client.ts';
import type { Project } from '../project.ts';
import { useForbidden } from '../session.ts';

const listKey = ['projects'];

const listQuery = queryOptions({
  queryKey: listKey,
  queryFn: ({ signal }) => writOf().projects.list({ signal }),
});

export const useProjects = () => useQuery({ ...listQuery, staleTime: 0 });

/** For administrators; undefined until it is read. */
export function useProjectName(id: string): string | undefined {
  const isForbidden = useForbidden('administrator') !== undefined;
  const { data } = useQuery({ ...listQuery, enabled: !isForbidden, staleTime: 60_000 });
  return data?.find((project) => project.id === id)?.name;
}

export const useCreateProject = () =>
  useChange((given: { name: string; appName: string }) => writOf().projects.create(given), listKey);

const keyOf = (name: string) => [name, 'project'];

export const useProjectSettings = ({ name, writ }: Project) =>
  useQuery({
    queryKey: keyOf(name),
    queryFn: ({ signal }) => writ.projects.get({}, { signal }),
    staleTime: 0,
  });

type Member = ProjectPatch['updateMask'][number];

/** Members that the form leaves out lose their value. */
export function useProjectChange({ name, writ }: Project, members: readonly Member[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ project = {} }: Partial<Pick<ProjectPatch, 'project'>>) => {
      const absent = Object.fromEntries(members.map((each) => [each, null]));
      return writ.projects.update({ updateMask: [...members], project: { ...absent, ...project } });
    },
    onSuccess: (project) => {
      client.setQueryData(keyOf(name), project);
      return client.invalidateQueries({ queryKey: listKey });
    },
  });
}
