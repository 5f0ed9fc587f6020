import { integrationListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { listIntegrations } from '@writ/installation';
import { integrationAnswer } from '../answers.ts';
import type { Deps } from '../deps.ts';

export const getIntegrations = ({ database }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations',
    summary: 'List the integrations of a project',
    access: { scope: 'installations:read', frontend: true },
    answers: { 200: integrationListSchema },
    handle: async ({ project }) =>
      ok((await listIntegrations(database.prisma, project.id)).map(integrationAnswer)),
  });
