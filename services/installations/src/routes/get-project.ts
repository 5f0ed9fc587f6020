import { inputValidationProblemSchema, projectSchema } from '@writ/contracts';
import { endpoint, notFound, ok } from '@writ/http-kit';
import type { ProjectRepository } from '@writ/tenancy';
import { projectAnswer } from '../answers/project-answer.ts';

export const getProject = (deps: { projects: Pick<ProjectRepository, 'find'> }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName',
    summary: 'Get a project',
    access: { scope: 'installations:read' },
    answers: { 200: projectSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { projectIdOrName } }) => {
      const found = await deps.projects.find(project.id);
      if (found) return ok(projectAnswer(found));
      throw notFound('path', 'projectIdOrName', projectIdOrName, 'The project is gone.');
    },
  });
