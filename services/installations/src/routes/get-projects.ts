import { projectListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { ProjectRepository } from '@writ/tenancy';
import { projectAnswer } from '../answers/project-answer.ts';

/** Administrators see every project, a key its own. */
export const getProjects = (deps: { projects: Pick<ProjectRepository, 'find' | 'list'> }) =>
  endpoint({
    method: 'get',
    path: '/projects',
    summary: 'List projects',
    access: { scope: 'installations:read' },
    answers: { 200: projectListSchema },
    handle: async ({ caller }) => {
      if (caller.kind !== 'apiKey') return ok((await deps.projects.list()).map(projectAnswer));
      const own = await deps.projects.find(caller.project.id);
      return ok(own === undefined ? [] : [projectAnswer(own)]);
    },
  });
