import { useMutation, useQuery } from '@tanstack/react-query';
import type { Installation, InstallationConfig, InstallationPatch, WritePlan } from '@writ/sdk';
import { useChange } from '../change.ts';
import { pageOf } from '../client.ts';
import { paceByPages, usePages } from '../list.ts';
import type { Project } from '../project.ts';
import { customerKey } from './customers.ts';

type Which = Pick<Installation, 'id' | 'integrationId'>;

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

type BasedOn = { basedOn: InstallationConfig };

const ifInForce = ({ id }: InstallationConfig) => ({ headers: { 'If-Match': `"${id}"` } });

/** Refused if `basedOn` is not in force. */
export const useSaveConfig = (project: Project, { id, integrationId, group }: Installation) =>
  useChange(
    ({ patch, basedOn }: BasedOn & { patch: InstallationPatch }) =>
      project.writ.installations.update(integrationId, id, patch, ifInForce(basedOn)),
    customerKey(project, group.groupRef),
  );

/** Makes the content of an earlier config a new config; refused if `basedOn` is not in force. */
export const useRestoreConfig = (project: Project, { id, integrationId, group }: Installation) =>
  useChange(
    ({ config, basedOn }: BasedOn & { config: InstallationConfig }) =>
      project.writ.installations.restoreConfig(integrationId, id, config.id, ifInForce(basedOn)),
    customerKey(project, group.groupRef),
  );

const pageSize = 20;

export const useConfigs = (project: Project, { id, integrationId, group }: Installation) =>
  usePages<InstallationConfig>(
    [...customerKey(project, group.groupRef), 'configs', id],
    (pageToken, signal) =>
      pageOf(project.writ.installations.configs(integrationId, id, { pageSize }, { signal }), pageToken),
    paceByPages(10_000, pageSize),
  );

export type PlanRequest = Parameters<Project['writ']['installations']['plan']>[2];

/** Plans a write; nothing is sent. */
export const usePlan = ({ writ }: Project, { id, integrationId }: Which) =>
  useMutation({
    mutationFn: (request: PlanRequest): Promise<WritePlan> =>
      writ.installations.plan(integrationId, id, request),
  });
