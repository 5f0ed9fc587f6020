import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ApiKey, JwtKey, NewApiKey } from '@writ/sdk';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';
import type { Scope } from '../session.ts';

const apiKeysKey = ({ name }: Project) => [name, 'api keys'];
const jwtKeysKey = ({ name }: Project) => [name, 'jwt keys'];

export const useApiKeys = (project: Project) =>
  useLive<ApiKey[]>({
    key: apiKeysKey(project),
    read: () => project.writ.apiKeys.list().all(),
    every: () => 30_000,
  });

export const useJwtKeys = (project: Project) =>
  useLive<JwtKey[]>({
    key: jwtKeysKey(project),
    read: () => project.writ.jwtKeys.list().all(),
    every: () => 30_000,
  });

/** A change after which a list is read again. */
function useChange<Given, Result>(key: QueryKey, change: (given: Given) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    // A new key goes when its dialog closes.
    gcTime: 0,
  });
}

export const useCreateApiKey = (project: Project) =>
  useChange(apiKeysKey(project), (given: { label: string; scopes: Scope[] }): Promise<NewApiKey> =>
    project.writ.apiKeys.create(given),
  );

export const useCreateJwtKey = (project: Project) =>
  useChange(jwtKeysKey(project), (given: Parameters<Project['writ']['jwtKeys']['create']>[0]) =>
    project.writ.jwtKeys.create(given),
  );

export type KeyKind = 'apiKeys' | 'jwtKeys';

/** Switches a key on or off. */
export function useKeySwitch(project: Project, kind: KeyKind, id: string) {
  const { apiKeys, jwtKeys } = project.writ;
  const isApiKey = kind === 'apiKeys';
  return useChange(
    (isApiKey ? apiKeysKey : jwtKeysKey)(project),
    async (active: boolean): Promise<unknown> =>
      isApiKey
        ? apiKeys.update(id, { updateMask: ['active'], apiKey: { active } })
        : jwtKeys.update(id, { updateMask: ['active'], jwtKey: { active } }),
  );
}

export const useDeleteKey = (project: Project, kind: KeyKind, id: string) =>
  useChange((kind === 'apiKeys' ? apiKeysKey : jwtKeysKey)(project), () => project.writ[kind].delete(id));
