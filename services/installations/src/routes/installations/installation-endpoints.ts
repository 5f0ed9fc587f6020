import {
  configAnswerHeaders,
  inputValidationProblemSchema,
  installationListQuerySchema,
  installationListSchema,
  installationQuerySchema,
  installationRequestSchema,
  installationSchema,
  type Actor,
} from '@writ/contracts';
import { created, endpoint, ok, type Endpoint } from '@writ/http';
import type { IssueInput } from '@writ/problems';
import {
  holdConnection,
  holdInstallation,
  listInstallations,
  removeInstallation,
  type Installation,
} from '@writ/installation';
import { resource } from '@writ/service-parts';
import { installationAnswer, installationAnswers } from '../../answers.ts';
import { callerName } from '../../caller-name.ts';
import { removeIfUnused } from '../../connections/connection-events.ts';
import type { AskingDeps, Deps } from '../../deps.ts';
import { configTag } from '../../installations/changed-since.ts';
import { configBodyBytes, limitFaults } from '../../installations/config-limits.ts';
import { install } from '../../installations/install.ts';
import { noteInstallation } from '../../installations/installation-events.ts';
import { warningsOf } from '../../installations/saved-answer.ts';
import { mustFindInstallation, mustFindIntegration, noInstallation } from '../../not-found.ts';
import {
  patchInstallation,
  patchObjectConfigContent,
  restoreInstallationConfig,
} from './change-endpoints.ts';
import { getInstallationConfig, getInstallationConfigs } from './config-endpoints.ts';
import { planWrite } from './plan-write.ts';

const facts = {
  id: 'installationId',
  missing: noInstallation,
  scopes: { read: 'installations:read', manage: 'installations:manage' },
  schema: installationSchema,
  answer: installationAnswer,
} as const;

export function installationEndpoints(deps: AskingDeps): readonly Endpoint[] {
  const { prisma } = deps.database;
  const path = '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations';
  const ofIntegration = resource({ ...facts, path });
  const ofProject = resource({ ...facts, path: '/projects/:projectIdOrName/installations' });
  const list = {
    frontend: 'named-group',
    schema: installationListSchema,
    query: installationListQuerySchema,
    /** Each has a config of up to 256 kB. */
    readAtOnce: 100,
    answers: (installations: readonly Installation[]) => installationAnswers(deps, installations),
  } as const;
  return [
    ofIntegration.list({
      ...list,
      summary: 'List the installations of an integration',
      read: async ({ project: { id: projectId }, params, ofGroup }, span, filter) => {
        const { id: integrationId } = await mustFindIntegration(deps, projectId, params.integrationIdOrName);
        return listInstallations(prisma, { ...filter, ...ofGroup, projectId, integrationId }, span);
      },
    }),
    postInstallation(deps),
    getInstallation(deps),
    patchInstallation(deps),
    planWrite(deps),
    patchObjectConfigContent(deps),
    ofIntegration.remove({
      summary: 'Delete an installation, and its connection if no other installation uses it',
      frontend: true,
      remove: async ({ project: { id: projectId }, params, ofGroup, by, fromPage }) => {
        const { id: integrationId } = await mustFindIntegration(deps, projectId, params.integrationIdOrName);
        const place = { projectId, integrationId, id: params.installationId, ...ofGroup };
        const removed = await uninstall(deps, place, { by, keepsConnection: fromPage });
        deps.pokeRelay();
        return removed;
      },
    }),
    getInstallationConfigs(deps),
    getInstallationConfig(deps),
    restoreInstallationConfig(deps),
    ofProject.list({
      ...list,
      summary: 'List the installations of a project',
      read: ({ project, ofGroup }, span, filter) =>
        listInstallations(prisma, { ...filter, ...ofGroup, projectId: project.id }, span),
    }),
  ];
}

const getInstallation = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Get an installation',
    access: { scope: 'installations:read', frontend: true },
    query: installationQuerySchema,
    answers: { 200: installationSchema },
    docs: { answerHeaders: configAnswerHeaders },
    handle: async ({ project, params, ofGroup }) => {
      const installation = await mustFindInstallation(deps, project.id, params, ofGroup);
      return ok((await installationAnswers(deps, [installation]))[0], configTag(installation));
    },
  });

const postInstallation = (deps: AskingDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations',
    summary: 'Install an integration for a customer group',
    access: { scope: 'installations:manage', frontend: true },
    body: installationRequestSchema,
    bodyLimitBytes: configBodyBytes,
    rules: ({ body }) => configRule(body.config),
    answers: {
      201: installationSchema,
      409: inputValidationProblemSchema,
    },
    docs: { answerHeaders: configAnswerHeaders, refusals: ['already-exists'] },
    handle: async ({ project, params: { integrationIdOrName }, body, caller, ofGroup, by }) => {
      const { config, ...asked } = body;
      const createdBy = config.createdBy ?? callerName(caller);
      const names = { projectId: project.id, integrationIdOrName, ofGroup };
      const request = { ...asked, ...config, ...names, createdBy, by };
      const installation = await install(deps, request);
      const warnings = await warningsOf(deps, installation, config.revisionId);
      const answer = { ...installationAnswer(installation), ...warnings };
      return created(answer, configTag(installation));
    },
  });

function configRule({ content }: { content?: object | undefined } = {}): readonly IssueInput[] {
  if (content === undefined) return [];
  return limitFaults(content).map(({ at, ...fault }) => ({
    in: 'body',
    name: `/config/content${at}`,
    ...fault,
  }));
}

/**
 * Locks the connection before it removes the installation: a concurrent install waits for the connection first.
 * `place` has the caller's group, if any. The connection stays if another group owns it, or if `keepsConnection`:
 * pages may not delete connections.
 */
const uninstall = (
  { database, managementUrl }: Deps,
  place: { projectId: string; integrationId: string; id: string; groupRef?: string },
  { by, keepsConnection }: { by: Actor; keepsConnection: boolean },
): Promise<Installation | undefined> =>
  database.transaction(async (tx) => {
    const installation = await holdInstallation(tx, place);
    if (installation === undefined) return undefined;
    const { projectId, connectionId: id, groupRef } = installation;
    const connection = await holdConnection(tx, 'UPDATE', { projectId, id, groupRef });
    await removeInstallation(tx.prisma, place.id);
    await noteInstallation(tx, { by, baseUrl: managementUrl }, { before: installation });
    if (connection && !keepsConnection) await removeIfUnused(tx, connection, by);
    return installation;
  });
