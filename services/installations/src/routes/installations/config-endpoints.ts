import {
  configAnswerHeaders,
  configHeadersSchema,
  inputValidationProblemSchema,
  installationConfigSchema,
  installationSchema,
  pageOf,
  pageParameters,
  partialObject,
} from '@writ/contracts';
import { endpoint, ok, pageTokens } from '@writ/http-kit';
import {
  findConfig,
  findIntegration,
  findRevision,
  listConfigs,
  type InstallationConfig,
  type Revision,
} from '@writ/installation';
import { configAnswer } from '../../answers.ts';
import { callerName } from '../../caller-name.ts';
import type { AskingDeps, Deps } from '../../deps.ts';
import { savedAnswer } from '../../installations/saved-answer.ts';
import { updateInstallation } from '../../installations/update-installation.ts';
import { configNotFound, installationNotFound, mustFindInstallation } from '../../not-found.ts';

const usualPageSize = 20;
const query = partialObject({ properties: pageParameters({ most: 100, usual: usualPageSize }) });
const tokens = pageTokens('configs');

/** Every config that an installation has had, the newest first (Contract §5). */
export const getInstallationConfigs = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId/configs',
    summary: 'List the configs that an installation has had',
    access: { scope: 'installations:read', frontend: true },
    query,
    rules: tokens.rule,
    answers: { 200: pageOf('InstallationConfigPage', installationConfigSchema) },
    handle: async (asked) => {
      const { pageSize = usualPageSize } = asked.query;
      const installation = await mustFindInstallation(deps, asked.project.id, asked.params, asked.ofGroup);
      const { projectId, id, provider } = installation;
      const place = { beforeId: tokens.placeOf(asked), limit: pageSize + 1 };
      const found = await listConfigs(deps.database.prisma, { projectId, installationId: id }, place);
      const results = found.slice(0, pageSize).map((config) => configAnswer({ provider, config }));
      const nextBehind = found.length > pageSize ? results.at(-1)?.id : undefined;
      return ok({ results, pagination: tokens.paginationOf(asked, nextBehind) });
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
      // It outlives its installation, for readers of `installation.deleted`; whose that was, nothing tells then.
      const revision =
        config && ofGroup.groupRef === undefined ? await revisionOf(deps, config, params) : undefined;
      const { provider } =
        revision?.content ?? (await mustFindInstallation(deps, project.id, params, ofGroup));
      if (config === undefined) throw configNotFound(configId);
      return ok(configAnswer({ provider, config }));
    },
  });

/** What a config was checked against, where that is of the integration that a path names, which may be gone as well. */
async function revisionOf(
  { database: { prisma } }: Deps,
  { projectId, revisionId }: InstallationConfig,
  { integrationIdOrName }: { integrationIdOrName: string },
): Promise<Revision | undefined> {
  const integration = await findIntegration(prisma, projectId, integrationIdOrName);
  return findRevision(prisma, integration?.id ?? integrationIdOrName, revisionId);
}

export const restoreInstallationConfig = (deps: AskingDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId/configs/:configId\\:restore',
    summary: 'Make a new config with the content of an old one',
    access: { scope: 'installations:manage', frontend: true },
    headers: configHeadersSchema,
    answers: { 200: installationSchema, 412: inputValidationProblemSchema },
    docs: { answerHeaders: configAnswerHeaders, refusals: ['config-changed'] },
    handle: async ({ project, params, caller, ofGroup, header, by }) => {
      const { integrationIdOrName, installationId: id, configId } = params;
      const projectId = project.id;
      const names = { projectId, integrationIdOrName, ofGroup, by, installation: { id } };
      // Configs never change: this one may be read before the installation is held.
      const old = await findConfig(deps.database.prisma, { projectId, installationId: id }, configId);
      const changed = await updateInstallation(
        deps,
        {
          ...names,
          missing: installationNotFound(id),
          unfound: old ? undefined : configNotFound(configId),
          ifMatch: header('If-Match'),
        },
        () => ({
          ...(old && { content: old.content, stored: old.content }),
          createdBy: callerName(caller),
          placeOf: () => ({ in: 'path', name: 'configId' }) as const,
        }),
      );
      return savedAnswer(deps, changed);
    },
  });
