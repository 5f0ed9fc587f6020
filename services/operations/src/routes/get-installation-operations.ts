import { operationPageSchema, partialObject } from '@writ/contracts';
import type { Database, Prisma } from '@writ/db';
import { endpoint, ok, pageTokens } from '@writ/http';
import { notFound } from '@writ/problems';
import { findInstallation, findIntegration } from '@writ/installation';
import { operationsPage, parametersOfPage, toOperations } from '../operations/list-page.ts';

const query = partialObject({ properties: parametersOfPage });

const tokens = pageTokens('installation-operations');

export const getInstallationOperations = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/installations/:installationId/operations',
    summary: "List an installation's operations",
    access: { scope: 'operations:read' },
    query,
    rules: tokens.rule,
    answers: {
      200: operationPageSchema,
    },
    handle: async (asked) => {
      const { project, query } = asked;
      const { integrationIdOrName, installationId } = asked.params;
      await assertInstallation(prisma, project.id, integrationIdOrName, installationId);
      const place = { pageSize: query.pageSize, beforeId: tokens.placeOf(asked) };
      const page = await operationsPage(prisma, project.id, { installationId }, place);
      return ok({
        results: await toOperations(prisma, page.rows),
        pagination: tokens.paginationOf(asked, page.nextBelow, page.lookedBackTo),
      });
    },
  });

/** @throws Refusal (404) for the one that does not exist */
async function assertInstallation(
  prisma: Prisma.TransactionClient,
  projectId: string,
  integrationIdOrName: string,
  installationId: string,
): Promise<void> {
  const integration = await findIntegration(prisma, projectId, integrationIdOrName);
  if (!integration) {
    const detail = 'The project has no integration with this id or name.';
    throw notFound('path', 'integrationIdOrName', integrationIdOrName, detail);
  }
  if (!(await findInstallation(prisma, { projectId, integrationId: integration.id, id: installationId }))) {
    const detail = 'The integration has no installation with this id.';
    throw notFound('path', 'installationId', installationId, detail);
  }
}
