import { projectListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';

/** Administrators see every project, a key its own. */
export const getProjects = ({ projects }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects',
    summary: 'List projects',
    access: { scope: 'installations:read' },
    answers: { 200: projectListSchema },
    handle: async ({ caller }) => {
      if (caller.kind !== 'apiKey') return ok((await projects.list()).map(told));
      const own = await projects.find(caller.project.id);
      return ok(own === undefined ? [] : [told(own)]);
    },
  });
