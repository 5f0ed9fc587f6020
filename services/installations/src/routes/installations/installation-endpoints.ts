import {
  configAnswerHeaders,
  inputValidationProblemSchema,
  installationListQuerySchema,
  installationListSchema,
  installationQuerySchema,
  installationRequestSchema,
  installationSchema,
  isJsonObject,
  type Actor,
} from '@writ/contracts';
import { addToOutbox } from '@writ/event-bus';
import { created, endpoint, linkedPages, noContent, ok, type IssueInput } from '@writ/http-kit';
import { holdConnection, holdInstallation, listInstallations, removeInstallation } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';
import { installationAnswer, installationAnswers } from '../../answers.ts';
import { callerName } from '../../caller-name.ts';
import { removeIfUnused } from '../../connections/remove-if-unused.ts';
import type { AskingDeps, Deps } from '../../deps.ts';
import { configTag } from '../../installations/changed-since.ts';
import { configBodyBytes, limitFaults } from '../../installations/config-limits.ts';
import { install } from '../../installations/install.ts';
import { installationEvent } from '../../installations/installation-events.ts';
import { warningsOf } from '../../installations/saved-answer.ts';
import { shownInstallation } from '../../installations/shown-installation.ts';
import { installationNotFound, mustFindInstallation, mustFindIntegration } from '../../not-found.ts';

/** Each with its config of up to 256 kB. */
const pages = linkedPages('installations', { readAtOnce: 100 });

export const getIntegrationInstallations = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations',
    summary: 'List the installations of an integration',
    access: { scope: 'installations:read', frontend: 'named-group' },
    query: installationListQuerySchema,
    rules: pages.rule,
    answers: { 200: installationListSchema },
    docs: pages.docs,
    handle: async (asked) => {
      const { project, params, ofGroup } = asked;
      const { id: integrationId } = await mustFindIntegration(deps, project.id, params.integrationIdOrName);
      const place = { ...ofGroup, projectId: project.id, integrationId };
      return pages.answer(
        asked,
        (span, filter) => listInstallations(deps.database.prisma, { ...filter, ...place }, span),
        (installations) => installationAnswers(deps, installations),
      );
    },
  });

export const getInstallations = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/installations',
    summary: 'List the installations of a project',
    access: { scope: 'installations:read', frontend: 'named-group' },
    query: installationListQuerySchema,
    rules: pages.rule,
    answers: { 200: installationListSchema },
    docs: pages.docs,
    handle: (asked) => {
      const place = { ...asked.ofGroup, projectId: asked.project.id };
      return pages.answer(
        asked,
        (span, filter) => listInstallations(deps.database.prisma, { ...filter, ...place }, span),
        (installations) => installationAnswers(deps, installations),
      );
    },
  });

export const getInstallation = (deps: Deps) =>
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

export const postInstallation = (deps: AskingDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations',
    summary: 'Install an integration for a customer group',
    access: { scope: 'installations:manage', frontend: true },
    body: installationRequestSchema,
    bodyLimitBytes: configBodyBytes,
    rules: ({ body }) => configRule(body),
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

function configRule(body: unknown): readonly IssueInput[] {
  const { config } = (body ?? {}) as { config?: { content?: unknown } | null };
  const content = config?.content;
  if (!isJsonObject(content)) return [];
  return limitFaults(content).map(({ at, ...fault }) => ({
    in: 'body',
    name: `/config/content${at}`,
    ...fault,
  }));
}

export const deleteInstallation = (deps: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId',
    summary: 'Delete an installation, and its connection when nobody else uses it',
    access: { scope: 'installations:manage', frontend: true },
    answers: { 204: null },
    handle: async ({
      project,
      params: { integrationIdOrName, installationId: id },
      ofGroup,
      by,
      fromPage,
    }) => {
      const { id: integrationId } = await mustFindIntegration(deps, project.id, integrationIdOrName);
      const place = { projectId: project.id, integrationId, id };
      await uninstall(deps, place, { ofGroup, by, keepsConnection: fromPage });
      deps.pokeRelay();
      return noContent();
    },
  });

/**
 * The connection is held before the installation goes: who installs anew holds it, and would wait for the place. Who acts
 * for one group removes none of another. The connection stays where it is another group's, and where a page removes the
 * installation: it may not delete connections.
 */
const uninstall = (
  { database, managementUrl }: Deps,
  place: { projectId: string; integrationId: string; id: string },
  { ofGroup, by, keepsConnection }: { ofGroup: { groupRef?: string }; by: Actor; keepsConnection: boolean },
): Promise<void> =>
  database.transaction(async (tx) => {
    const installation = await holdInstallation(tx, { ...place, ...ofGroup });
    if (installation === undefined) throw installationNotFound(place.id);
    const { projectId, connectionId: id, groupRef } = installation;
    const connection = await holdConnection(tx, 'UPDATE', { projectId, id, groupRef });
    await removeInstallation(tx.prisma, place.id);
    await addToOutbox(tx.sql, [installationEvent('installation.deleted', installation, managementUrl)]);
    const before = shownInstallation(installation);
    await insertAuditEntries(tx.prisma, by, { resource: 'installation', before });
    if (connection && !keepsConnection) await removeIfUnused(tx, connection, by);
  });
