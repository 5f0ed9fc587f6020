import { inputValidationProblemSchema, integrationSchema } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { integrationAnswer } from '../answers/integration-answer.ts';
import { mustFindIntegration } from '../integrations/must-find-integration.ts';

export const getIntegration = ({ db }: { db: Queryable }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName',
    summary: 'Get an integration',
    access: { scope: 'installations:read', frontend: true },
    answers: { 200: integrationSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { integrationIdOrName } }) =>
      ok(integrationAnswer(await mustFindIntegration(db, project.id, integrationIdOrName))),
  });
