import { integrationListSchema } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { listIntegrations } from '@writ/installation';
import { integrationAnswer } from '../answers/integration-answer.ts';

export const getIntegrations = ({ db }: { db: Queryable }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations',
    summary: 'List the integrations of a project',
    access: { scope: 'installations:read', frontend: true },
    answers: { 200: integrationListSchema },
    handle: async ({ project }) => ok((await listIntegrations(db, project.id)).map(integrationAnswer)),
  });
