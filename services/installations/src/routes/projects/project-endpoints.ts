import {
  builderInfoSchema,
  inputValidationProblemSchema,
  projectListSchema,
  projectPatchSchema,
  projectQuerySchema,
  projectRequestSchema,
  projectSchema,
  type ProjectAnswer,
} from '@writ/contracts';
import { created, endpoint, Fault, holderIn, holds, notFound, ok, type Caller } from '@writ/http-kit';
import { projectAnswer, told } from '../../answers.ts';
import { callerName } from '../../caller-name.ts';
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
    handle: async ({ caller }) => ok(await seenProjects(projects, caller)),
  });

async function seenProjects(projects: Deps['projects'], caller: Caller): Promise<ProjectAnswer[]> {
  const holder = holderIn(caller);
  if (holder === undefined) return (await projects.list()).map(projectAnswer);
  const own = await projects.find(holder.project.id);
  return own === undefined ? [] : [projectAnswer(own)];
}

/** The same with who calls, as existing clients ask for both. */
export const getMyInfo = ({ projects, apiKeys, jwtKeys }: Deps) =>
  endpoint({
    method: 'get',
    path: '/my-info',
    summary: 'Tell who calls, and with which projects',
    access: { scope: 'installations:read' },
    answers: { 200: builderInfoSchema },
    docs: { tag: 'Projects' },
    handle: async ({ caller }) => {
      const holder = holderIn(caller);
      const keys = holder?.kind === 'jwt' ? jwtKeys : apiKeys;
      const key = holder && (await keys.find(holder.project.id, holder.keyId));
      const id = callerName(caller);
      const known = key && { fullName: key.label, createTime: key.createTime };
      const builder = told({ id, idpProvider: 'writ' as const, idpRef: id, ...known });
      const ofBuilder = {
        role: holds(caller, 'full') ? 'admin' : 'member',
        principalType: 'builder',
        principalId: id,
      } as const;
      const seen = await seenProjects(projects, caller);
      const projectRoles = Object.fromEntries(seen.map((project) => [project.id, { ...ofBuilder, project }]));
      return ok({ builder, projectRoles });
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
    handle: async ({ body, by }) => {
      const { name, appName, pageKeys = false, gather = false } = body;
      const project = await projects.insert({ name, appName, pageKeys, gather }, by);
      if (project !== 'name-taken') return created(projectAnswer(project));
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
      if (found) return ok(projectAnswer(found));
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
    handle: async ({ project, body, by }) => {
      const changes = maskedMembers(body.updateMask, body.project);
      const changed = await projects.change(project.id, changes, by);
      if (changed !== 'name-taken') return ok(projectAnswer(changed));
      const detail = 'Another project has this name.';
      throw new Fault('name-taken', [
        { in: 'body', name: '/project/name', detail, value: body.project.name },
      ]);
    },
  });
