import { installationConfigSchema, pageOf, pageParameters, partialObject } from '@writ/contracts';
import { endpoint, ok } from '@writ/http';
import {
  findConfig,
  findIntegration,
  findRevision,
  listConfigs,
  type InstallationConfig,
  type Revision,
} from '@writ/installation';
import { paged } from '@writ/service-parts';
import { configAnswer } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { configNotFound, mustFindInstallation } from '../../not-found.ts';

const usualPageSize = 20;
const query = partialObject({ properties: pageParameters({ most: 100, usual: usualPageSize }) });

export const getInstallationConfigs = (deps: Deps) =>
  paged({
    list: 'configs',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId/configs',
    summary: 'List the configs that an installation has had',
    access: { scope: 'installations:read', frontend: true },
    query,
    page: pageOf('InstallationConfigPage', installationConfigSchema),
    usualPageSize,
    read: async ({ project, params, ofGroup }, { limit, place: beforeId }) => {
      const installation = await mustFindInstallation(deps, project.id, params, ofGroup);
      const { projectId, id: installationId, provider } = installation;
      const span = { beforeId, limit: limit + 1 };
      const found = await listConfigs(deps.database.prisma, { projectId, installationId }, span);
      const results = found.slice(0, limit).map((config) => configAnswer({ provider, config }));
      return { results, next: found.length > limit ? results.at(-1)?.id : undefined };
    },
  });

export const getInstallationConfig = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId/configs/:configId',
    summary: 'Get a config that an installation has had',
    access: { scope: 'installations:read', frontend: true },
    answers: { 200: installationConfigSchema },
    handle: async ({ project, params, ofGroup }) => {
      const { installationId, configId } = params;
      const key = { projectId: project.id, installationId };
      const config = await findConfig(deps.database.prisma, key, configId);
      // A config outlives its installation, for readers of `installation.deleted`. Its group is then unknown, so
      // tokens of groups cannot read it.
      const revision =
        config && ofGroup.groupRef === undefined ? await revisionOf(deps, config, params) : undefined;
      const { provider } =
        revision?.content ?? (await mustFindInstallation(deps, project.id, params, ofGroup));
      if (config === undefined) throw configNotFound(configId);
      return ok(configAnswer({ provider, config }));
    },
  });

/** Undefined if the config belongs to another integration. The integration may be gone. */
async function revisionOf(
  { database: { prisma } }: Deps,
  { projectId, revisionId }: InstallationConfig,
  { integrationIdOrName }: { integrationIdOrName: string },
): Promise<Revision | undefined> {
  const integration = await findIntegration(prisma, projectId, integrationIdOrName);
  return findRevision(prisma, integration?.id ?? integrationIdOrName, revisionId);
}
