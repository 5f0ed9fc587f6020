import {
  inputValidationProblemSchema,
  problemSchema,
  projectRequestSchema,
  projectSchema,
} from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import type { ProjectRepository } from '@writ/installation';
import { Refusal } from '@writ/problem-details';
import { projectAnswer } from '../answers/project-answer.ts';

export const postProject = (deps: { projects: Pick<ProjectRepository, 'open'> }) =>
  endpoint({
    method: 'post',
    path: '/projects',
    summary: 'Create a project',
    access: 'admin',
    body: projectRequestSchema,
    answers: { 201: projectSchema, 400: inputValidationProblemSchema, 409: problemSchema },
    docs: { refusals: ['name-taken'] },
    handle: async ({ body }) => {
      const project = await deps.projects.open(body);
      if (project !== 'name-taken') return created(projectAnswer(project));
      throw new Refusal('name-taken', { detail: `There is a project called \`${body.name}\` already.` });
    },
  });
