import { inputValidationProblemSchema, integrationSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { integrationAnswer } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { mustFindIntegration } from '../not-found.ts';

export const getIntegration = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName',
    summary: 'Get an integration',
    access: { scope: 'installations:read', frontend: true },
    answers: { 200: integrationSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { integrationIdOrName } }) =>
      ok(integrationAnswer(await mustFindIntegration(deps, project.id, integrationIdOrName))),
  });
