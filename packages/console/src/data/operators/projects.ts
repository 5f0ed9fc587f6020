import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProjectPatch } from '@writ/sdk';
import { writOf } from '../client.ts';
import type { Project } from '../project.ts';
import { useForbidden } from '../session.ts';

const listKey = ['projects'];

/** The projects that the session may see, read when the page opens. */
export const useProjects = () =>
  useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => writOf().projects.list({ signal }),
    staleTime: 0,
  });

/** The name of a project, for administrators; undefined until it is read. */
export function useProjectName(id: string): string | undefined {
  const isForbidden = useForbidden('administrator') !== undefined;
  const { data } = useQuery({
    queryKey: [...listKey, 'names'],
    queryFn: async ({ signal }) => {
      const all = await writOf().projects.list({ signal });
      return new Map(all.map((project) => [project.id, project.name]));
    },
    enabled: !isForbidden,
    staleTime: 60_000,
  });
  return data?.get(id);
}

export function useCreateProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: { name: string; appName: string }) => writOf().projects.create(given),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  });
}

const keyOf = (name: string) => [name, 'project'];

export const useProjectSettings = ({ name, writ }: Project) =>
  useQuery({
    queryKey: keyOf(name),
    queryFn: ({ signal }) => writ.projects.get({}, { signal }),
    staleTime: 0,
  });

type Member = ProjectPatch['updateMask'][number];

/** Changes members of a project. Those that the form leaves out lose their value. */
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
