import { inputValidationProblemSchema, projectSchema } from '@writ/contracts';
import { endpoint, notFound, ok } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';

export const getProject = ({ projects }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName',
    summary: 'Get a project',
    access: { scope: 'installations:read' },
    answers: { 200: projectSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { projectIdOrName } }) => {
      const found = await projects.find(project.id);
      if (found) return ok(told(found));
      throw notFound('path', 'projectIdOrName', projectIdOrName, 'The project is gone.');
    },
  });
