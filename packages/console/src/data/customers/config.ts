import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Installation, InstallationPatch, WritePlan } from '@writ/sdk';
import type { Project } from '../project.ts';

type Which = Pick<Installation, 'id' | 'integrationId'>;

/** The objects that the manifest of an integration writes. */
export const useObjects = ({ name, writ }: Project, integrationId: string) =>
  useQuery({
    queryKey: [name, 'objects', integrationId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const { latestRevision } = await writ.integrations.get(integrationId, { signal });
      const { write } = latestRevision.content as { write?: { objects?: { objectName: string }[] } };
      return (write?.objects ?? []).map(({ objectName }) => objectName);
    },
    staleTime: 60_000,
  });

/** The fields of an object in the customer's CRM. */
export const useCrmFields = ({ name, writ }: Project, installation: Installation, objectName: string) =>
  useQuery({
    queryKey: [name, 'crm fields', installation.connection.id, objectName],
    queryFn: async ({ signal }) => {
      const asked = { connectionId: installation.connection.id };
      const found = await writ.integrations.objectMetadata(installation.integrationId, objectName, asked, {
        signal,
      });
      return Object.values(found.fields);
    },
    staleTime: 300_000,
  });

/** Saves a change of the settings; refused if `basedOn` is not the config in force. */
export function useSaveConfig({ name, writ }: Project, { id, integrationId, group }: Installation) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ patch, basedOn }: { patch: InstallationPatch; basedOn: string }) =>
      writ.installations.update(integrationId, id, patch, { headers: { 'If-Match': `"${basedOn}"` } }),
    onSettled: () => client.invalidateQueries({ queryKey: [name, 'customer', group.groupRef] }),
  });
}

export type PlanRequest = Parameters<Project['writ']['installations']['plan']>[2];

/** Plans a write; nothing is sent. */
export const usePlan = ({ writ }: Project, { id, integrationId }: Which) =>
  useMutation({
    mutationFn: (request: PlanRequest): Promise<WritePlan> =>
      writ.installations.plan(integrationId, id, request),
  });
