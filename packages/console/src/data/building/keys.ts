import type { ApiKey, JwtKey, NewApiKey } from '@writ/sdk';
import { useChange } from '../change.ts';
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

export const useCreateApiKey = (project: Project) =>
  useChange(
    (given: { label: string; scopes: Scope[] }): Promise<NewApiKey> => project.writ.apiKeys.create(given),
    apiKeysKey(project),
  );

export const useCreateJwtKey = (project: Project) =>
  useChange(
    (given: Parameters<Project['writ']['jwtKeys']['create']>[0]) => project.writ.jwtKeys.create(given),
    jwtKeysKey(project),
  );

export type KeyKind = 'apiKeys' | 'jwtKeys';

const keyOf = (project: Project, kind: KeyKind) => (kind === 'apiKeys' ? apiKeysKey : jwtKeysKey)(project);

export function useKeySwitch(project: Project, kind: KeyKind, id: string) {
  const { apiKeys, jwtKeys } = project.writ;
  return useChange(
    async (active: boolean): Promise<unknown> =>
      kind === 'apiKeys'
        ? apiKeys.update(id, { updateMask: ['active'], apiKey: { active } })
        : jwtKeys.update(id, { updateMask: ['active'], jwtKey: { active } }),
    keyOf(project, kind),
  );
}

export const useDeleteKey = (project: Project, kind: KeyKind, id: string) =>
  useChange(() => project.writ[kind].delete(id), keyOf(project, kind));
