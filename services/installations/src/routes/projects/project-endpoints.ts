import {
  inputValidationProblemSchema,
  projectListSchema,
  projectPatchSchema,
  projectQuerySchema,
  projectRequestSchema,
  projectSchema,
} from '@writ/contracts';
import { created, endpoint, Fault, holderIn, notFound, ok } from '@writ/http-kit';
import { toldBy } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { maskedMembers, maskedMembersRule } from '../../masked-members.ts';

/** Administrators see every project, a key its own. */
export const getProjects = ({ projects }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects',
    summary: 'List projects',
    access: { scope: 'installations:read' },
    answers: { 200: projectListSchema },
    handle: async ({ caller }) => {
      const holder = holderIn(caller);
      if (holder === undefined) return ok((await projects.list()).map((one) => toldBy(projectSchema, one)));
      const own = await projects.find(holder.project.id);
      return ok(own === undefined ? [] : [toldBy(projectSchema, own)]);
    },
  });

export const postProject = ({ projects }: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects',
    summary: 'Create a project',
    access: 'admin',
    body: projectRequestSchema,
    answers: { 201: projectSchema, 409: inputValidationProblemSchema },
    docs: { refusals: ['name-taken'] },
    handle: async ({ body }) => {
      const project = await projects.insert(body);
      if (project !== 'name-taken') return created(toldBy(projectSchema, project));
      const detail = `There is a project called \`${body.name}\` already.`;
      throw new Fault('name-taken', [{ in: 'body', name: '/name', detail, value: body.name }]);
    },
  });

export const getProject = ({ projects }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName',
    summary: 'Get a project',
    access: { scope: 'installations:read' },
    query: projectQuerySchema,
    answers: { 200: projectSchema },
    handle: async ({ project, params: { projectIdOrName } }) => {
      const found = await projects.find(project.id);
      if (found) return ok(toldBy(projectSchema, found));
      throw notFound('path', 'projectIdOrName', projectIdOrName, 'The project is gone.');
    },
  });

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
      409: inputValidationProblemSchema,
    },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, body }) => {
      const changed = await projects.change(project.id, maskedMembers(body.updateMask, body.project));
      if (changed !== 'name-taken') return ok(toldBy(projectSchema, changed));
      const detail = 'Another project has this name.';
      throw new Fault('name-taken', [
        { in: 'body', name: '/project/name', detail, value: body.project.name },
      ]);
    },
  });
