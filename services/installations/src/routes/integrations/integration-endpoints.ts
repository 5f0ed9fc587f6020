import { integrationListSchema, integrationSchema, listQuerySchema, problemSchema } from '@writ/contracts';
import { endpoint, linkedPages, noContent, ok, Refusal } from '@writ/http-kit';
import { countInstallations, dropIntegrations, holdIntegration, listIntegrations } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';
import { integrationAnswer } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { shownIntegration } from '../../integrations/integration-acts.ts';
import { integrationNotFound, mustFindIntegration } from '../../not-found.ts';

/** Each with its manifest of up to 1 MB. */
const pages = linkedPages('integrations', { readAtOnce: 20 });

export const getIntegrations = ({ database }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations',
    summary: 'List the integrations of a project',
    access: { scope: 'installations:read', frontend: true },
    query: listQuerySchema,
    rules: pages.rule,
    answers: { 200: integrationListSchema },
    docs: pages.docs,
    handle: (asked) =>
      pages.answer(
        asked,
        (span) => listIntegrations(database.prisma, asked.project.id, span),
        (integrations) => integrations.map(integrationAnswer),
      ),
  });

export const getIntegration = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName',
    summary: 'Get an integration',
    access: { scope: 'installations:read', frontend: true },
    answers: { 200: integrationSchema },
    handle: async ({ project, params: { integrationIdOrName } }) =>
      ok(integrationAnswer(await mustFindIntegration(deps, project.id, integrationIdOrName))),
  });

export const deleteIntegration = ({ database }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName',
    summary: 'Delete an integration that nobody has installed',
    access: { scope: 'installations:manage' },
    answers: { 204: null, 409: problemSchema },
    docs: { refusals: ['in-use'] },
    handle: ({ project, params: { integrationIdOrName }, by }) =>
      database.transaction(async (tx) => {
        const integration = await holdIntegration(tx, 'UPDATE', project.id, integrationIdOrName);
        if (integration === undefined) throw integrationNotFound(integrationIdOrName);
        if ((await countInstallations(tx.prisma, project.id, [integration.id])).size > 0)
          throw new Refusal('in-use', { detail: 'The integration has installations.' });
        await dropIntegrations(tx.prisma, [integration.id]);
        const before = shownIntegration(integration);
        await insertAuditEntries(tx.prisma, by, { resource: 'integration', before });
        return noContent();
      }),
  });
