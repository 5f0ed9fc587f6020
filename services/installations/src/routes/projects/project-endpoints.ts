import {
  builderInfoSchema,
  inputValidationProblemSchema,
  projectListSchema,
  projectPatchSchema,
  projectQuerySchema,
  projectRequestSchema,
  projectSchema,
  retentionBounds,
  type ProjectAnswer,
} from '@writ/contracts';
import { created, endpoint, holderIn, holds, ok, type Caller, type Endpoint } from '@writ/http';
import { Fault, Refusal } from '@writ/problems';
import { resource, told, unlessRefused, type Taken } from '@writ/service-parts';
import { projectAnswer } from '../../answers.ts';
import { callerName } from '../../caller-name.ts';
import type { Deps } from '../../deps.ts';
import { maskedMembers, maskRule } from '../../masked-members.ts';

/** Administrators see and create projects; a key sees its own. */
export function projectEndpoints(deps: Deps): readonly Endpoint[] {
  const { projects } = deps;
  const ofProjects = resource({
    path: '/projects',
    id: 'projectIdOrName',
    missing: 'The project is gone.',
    scopes: { read: 'installations:read', manage: 'full' },
    schema: projectSchema,
    answer: projectAnswer,
  });
  return [
    getMyInfo(deps),
    endpoint({
      method: 'get',
      path: '/projects',
      summary: 'List projects',
      access: { scope: 'installations:read' },
      answers: { 200: projectListSchema },
      handle: async ({ caller }) => ok(await seenProjects(projects, caller)),
    }),
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
        const inserted = () => projects.insert({ name, appName, pageKeys, gather }, by);
        return created(projectAnswer(await unlessRefused(takenAt('/name'), { body }, inserted)));
      },
    }),
    ofProjects.get({
      summary: 'Get a project',
      query: projectQuerySchema,
      find: ({ project }) => projects.find(project.id),
    }),
    ofProjects.patch({
      summary: 'Change a project',
      body: projectPatchSchema,
      rules: maskRule(projectPatchSchema, 'project'),
      taken: takenAt('/project/name'),
      change: async ({ project, body, caller, by }) => {
        assertMayChange(caller, body.updateMask);
        const changed = await projects.change(project.id, maskedMembers(body.updateMask, body.project), by);
        if (changed === 'sent-outlives') throw sentOutlives(body.project.sentRetentionDays);
        return changed;
      },
    }),
  ];
}

const takenAt = (at: '/name' | '/project/name') =>
  ({ kind: 'name-taken', at, detail: (name) => `Another project has the name \`${name}\`.` }) satisfies Taken;

const ofAdministrators: ReadonlySet<string> = new Set(Object.keys(retentionBounds));

/** Who runs Writ pays for the storage. @throws Refusal (403) */
function assertMayChange({ kind }: Caller, members: readonly string[]): void {
  const foreign = kind === 'admin' ? undefined : members.find((member) => ofAdministrators.has(member));
  if (foreign === undefined) return;
  throw new Refusal('scope-missing', {
    detail: `Only administrators may change \`${foreign}\`.`,
    remedy: "Send the administrators' token as `Authorization: Bearer`, or leave the member out.",
  });
}

const sentOutlives = (value?: number | null): Fault =>
  new Fault('invalid-input', [
    {
      in: 'body',
      name: '/project/sentRetentionDays',
      detail: 'The project would keep sent records longer than their operations (`operationRetentionDays`).',
      ...(value !== undefined && { value }),
    },
  ]);

async function seenProjects(projects: Deps['projects'], caller: Caller): Promise<ProjectAnswer[]> {
  const holder = holderIn(caller);
  if (holder === undefined) return (await projects.list()).map(projectAnswer);
  const own = await projects.find(holder.project.id);
  return own === undefined ? [] : [projectAnswer(own)];
}

/** The caller and its projects in one answer, for existing clients. */
const getMyInfo = ({ projects, apiKeys, jwtKeys }: Deps) =>
  endpoint({
    method: 'get',
    path: '/my-info',
    summary: 'Show the caller and its projects',
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
