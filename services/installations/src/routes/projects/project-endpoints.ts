import {
  builderInfoSchema,
  eraseProjectQuerySchema,
  inputValidationProblemSchema,
  projectErasureSchema,
  projectListSchema,
  projectPatchSchema,
  projectQuerySchema,
  projectRequestSchema,
  projectSchema,
  retentionBounds,
  taskStartedSchema,
  type ProjectAnswer,
} from '@writ/contracts';
import { accepted, created, endpoint, holderIn, holds, ok, type Caller, type Endpoint } from '@writ/http';
import { existing, Fault, Refusal } from '@writ/problems';
import { resource, told, unlessRefused, type Taken } from '@writ/service-parts';
import { projectAnswer } from '../../answers.ts';
import { callerName } from '../../caller-name.ts';
import type { Deps } from '../../deps.ts';
import { maskedMembers, maskRule } from '../../masked-members.ts';
import { countProject, eraseProject } from '../../projects/erase-project.ts';

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
      duringErasure: true,
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
    deleteProject(deps),
  ];
}

const description = `Erases the project and everything in it: keys, sessions, provider apps, integrations, connections, installations, operations, events, destinations, topics, tasks, and audit entries. One audit entry stays, without a project: it shows who erased which id (\`GET /v1/audit\`).
From the answer on, keys of the project are refused, nothing is accepted, and no further attempt begins. Writes in flight end, and the erasure waits for them unless \`force=true\`. OAuth grants are revoked at the provider, if it can be reached within three minutes.
The task and the project (\`eraseTime\`) can be read until the last step; then both are gone (404). A repeated request returns the same task. What the CRM, Kafka and destinations already have is not erased. \`dryRun=true\` only counts.`;

const deleteProject = ({ database }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName',
    summary: 'Erase a project',
    access: 'admin',
    effect: 'repeatable',
    duringErasure: true,
    query: eraseProjectQuerySchema,
    answers: { 200: projectErasureSchema, 202: taskStartedSchema },
    docs: { description },
    handle: async ({ project, query: { dryRun = false, force = false }, by }) => {
      if (dryRun) return ok(await countProject(database.prisma, project.id));
      const begun = await eraseProject(database, project, force, by);
      return accepted(existing(begun, 'projectIdOrName', project.id, 'The project is gone.'));
    },
  });

const takenAt = (at: '/name' | '/project/name') =>
  ({ kind: 'name-taken', at, detail: (name) => `Another project has the name \`${name}\`.` }) satisfies Taken;

const ofAdministrators: ReadonlySet<string> = new Set(Object.keys(retentionBounds));

/** The operator pays for the storage. @throws Refusal (403) */
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

/** For existing clients. */
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
