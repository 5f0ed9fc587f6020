import { integrationListSchema, integrationSchema, listQuerySchema } from '@writ/contracts';
import { endpoint, type Endpoint } from '@writ/http';
import { Refusal } from '@writ/problems';
import { countInstallations, dropIntegrations, findIntegration, holdIntegration } from '@writ/installation';
import { resource } from '@writ/service-parts';
import { insertAuditEntries } from '@writ/tenancy';
import { integrationAnswer } from '../../answers.ts';
import type { AskingDeps } from '../../deps.ts';
import { shownIntegration } from '../../integrations/integration-acts.ts';
import { noIntegration } from '../../not-found.ts';
import { integrationPage, integrationPages } from './integration-pages.ts';
import { getHydratedRevision, getObjectMetadata } from './metadata-endpoints.ts';
import { postIntegration, postIntegrationRevision } from './post-integration.ts';
import { putIntegrationsBatch } from './put-integrations-batch.ts';

export function integrationEndpoints(deps: AskingDeps): readonly Endpoint[] {
  const { prisma, transaction } = deps.database;
  const integrations = resource({
    path: '/projects/:projectIdOrName/integrations',
    id: 'integrationIdOrName',
    missing: noIntegration,
    scopes: { read: 'installations:read', manage: 'installations:manage' },
    schema: integrationSchema,
    answer: integrationAnswer,
  });
  return [
    putIntegrationsBatch(deps),
    postIntegration(deps),
    postIntegrationRevision(deps),
    getHydratedRevision(deps),
    getObjectMetadata(deps),
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
    }),
    integrations.get({
      summary: 'Get an integration',
      frontend: true,
      find: ({ project, params }) => findIntegration(prisma, project.id, params.integrationIdOrName),
    }),
    integrations.remove({
      summary: 'Delete an integration without installations',
      docs: { refusals: ['in-use'] },
      remove: ({ project, params, by }) =>
        transaction(async (tx) => {
          const held = await holdIntegration(tx, 'UPDATE', project.id, params.integrationIdOrName);
          if (held === undefined) return undefined;
          const count = (await countInstallations(tx.prisma, project.id, [held.id])).get(held.id);
          if (count !== undefined) throw installed(count);
          await dropIntegrations(tx.prisma, [held.id]);
          await insertAuditEntries(tx.prisma, by, {
            resource: 'integration',
            before: shownIntegration(held),
          });
          return held;
        }),
    }),
  ];
}

const installed = (count: number): Refusal =>
  new Refusal('in-use', {
    detail: `The integration has installations: ${count}.`,
    remedy: 'Delete its installations first; `GET …/installations` of it lists them.',
  });
