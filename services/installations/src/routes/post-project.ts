import { inputValidationProblemSchema, projectRequestSchema, projectSchema } from '@writ/contracts';
import { created, endpoint, Fault } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';

export const postProject = ({ projects }: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects',
    summary: 'Create a project',
    access: 'admin',
    body: projectRequestSchema,
    answers: { 201: projectSchema, 400: inputValidationProblemSchema, 409: inputValidationProblemSchema },
    docs: { refusals: ['name-taken'] },
    handle: async ({ body }) => {
      const project = await projects.insert(body);
      if (project !== 'name-taken') return created(told(project));
      const detail = `There is a project called \`${body.name}\` already.`;
      throw new Fault('name-taken', [{ in: 'body', name: '/name', detail, value: body.name }]);
    },
  });
