import { integrationListSchema, integrationSchema, listQuerySchema, problemSchema } from '@writ/contracts';
import { endpoint, linkedPages, noContent, ok, Refusal, type Reply } from '@writ/http-kit';
import { countInstallations, dropIntegrations, holdIntegration, listIntegrations } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';
import { integrationAnswer } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { shownIntegration } from '../../integrations/integration-acts.ts';
import { integrationNotFound, mustFindIntegration } from '../../not-found.ts';

/** Each with its manifest of up to 1 MB. */
export const integrationPages = linkedPages('integrations', { readAtOnce: 20 });

/** The page of the integrations of a project that is asked for, each as it is answered. */
export const integrationPage = (
  { database }: Deps,
  asked: Parameters<typeof integrationPages.answer>[0] & { project: { id: string } },
): Promise<Reply> =>
  integrationPages.answer(
    asked,
    (span) => listIntegrations(database.prisma, asked.project.id, span),
    (integrations) => integrations.map(integrationAnswer),
  );

export const getIntegrations = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations',
    summary: 'List the integrations of a project',
    access: { scope: 'installations:read', frontend: true },
    query: listQuerySchema,
    rules: integrationPages.rule,
    answers: { 200: integrationListSchema },
    docs: integrationPages.docs,
    handle: (asked) => integrationPage(deps, asked),
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
        const count = (await countInstallations(tx.prisma, project.id, [integration.id])).get(integration.id);
        if (count !== undefined)
          throw new Refusal('in-use', {
            detail: `The integration has installations: ${count}.`,
            remedy: 'Delete its installations first; `GET …/installations` of it lists them.',
          });
        await dropIntegrations(tx.prisma, [integration.id]);
        const before = shownIntegration(integration);
        await insertAuditEntries(tx.prisma, by, { resource: 'integration', before });
        return noContent();
      }),
  });
