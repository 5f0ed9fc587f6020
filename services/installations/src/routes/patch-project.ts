import { inputValidationProblemSchema, projectPatchSchema, projectSchema } from '@writ/contracts';
import { endpoint, Fault, ok } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { maskedMembers, maskedMembersRule } from '../masked-members.ts';

export const patchProject = ({ projects }: Deps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName',
    summary: 'Change a project',
    access: { scope: 'full' },
    body: projectPatchSchema,
    rules: maskedMembersRule('project', projectPatchSchema.properties.updateMask.items.enum),
    answers: {
      200: projectSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
      409: inputValidationProblemSchema,
    },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, body }) => {
      const changed = await projects.change(project.id, maskedMembers(body.updateMask, body.project));
      if (changed !== 'name-taken') return ok(told(changed));
      const detail = 'Another project has this name.';
      throw new Fault('name-taken', [
        { in: 'body', name: '/project/name', detail, value: body.project.name },
      ]);
    },
  });
