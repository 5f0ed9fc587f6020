import { useMutation, useQuery } from '@tanstack/react-query';
import type { Integration, ProviderApp, ProviderAppPatch, ProviderAppRequest } from '@writ/sdk';
import { useChange } from '../change.ts';
import { longLimits } from '../client.ts';
import { useLive } from '../live.ts';
import { namesKey } from '../names.ts';
import type { Project } from '../project.ts';

const integrationsKey = ({ name }: Project) => [name, 'integrations'];

export const useIntegrations = (project: Project) =>
  useLive<Integration[]>({
    key: integrationsKey(project),
    every: () => 30_000,
    read: () => project.writ.integrations.list().all(),
  });

type Applied = Awaited<ReturnType<Project['writ']['integrations']['apply']>>;
type Changes = Extract<Applied, { changes: unknown }>['changes'];

export type Manifest = { sourceYaml: string; destructive: boolean };

export function useManifestCheck({ writ }: Project) {
  return useMutation({
    mutationFn: async ({ sourceYaml, destructive }: Manifest): Promise<Changes> => {
      const query = { destructive, dryRun: true };
      const answer = await writ.integrations.apply({ sourceYaml }, query, longLimits);
      return 'changes' in answer ? answer.changes : [];
    },
  });
}

export const useManifestSave = (project: Project) =>
  useChange(
    ({ sourceYaml, destructive }: Manifest) =>
      project.writ.integrations.apply({ sourceYaml }, { destructive }, longLimits),
    namesKey(project.name, 'integrations'),
    integrationsKey(project),
  );

const appsKey = ({ name }: Project) => [name, 'provider apps'];

export const useProviderApps = (project: Project) =>
  useLive<ProviderApp[]>({
    key: appsKey(project),
    every: () => 30_000,
    read: () => project.writ.providerApps.list().all(),
  });

export const useProviders = ({ name, writ }: Project) =>
  useQuery({
    queryKey: [name, 'providers'],
    queryFn: async ({ signal }) => Object.values(await writ.providers.list({ signal })),
    staleTime: 600_000,
  });

export const useCreateApp = (project: Project) =>
  useChange((given: ProviderAppRequest) => project.writ.providerApps.create(given), appsKey(project));

/** An empty secret stays unchanged. */
export const useChangeApp = (project: Project, id: string) =>
  useChange(({ providerApp }: Pick<ProviderAppPatch, 'providerApp'>) => {
    const updateMask = Object.keys(providerApp) as ProviderAppPatch['updateMask'];
    return project.writ.providerApps.update(id, { updateMask, providerApp });
  }, appsKey(project));

export const useDeleteApp = (project: Project, id: string) =>
  useChange(() => project.writ.providerApps.delete(id), appsKey(project));
