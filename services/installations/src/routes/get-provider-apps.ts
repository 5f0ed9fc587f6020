import { providerAppListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';

export const getProviderApps = ({ providerApps }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/provider-apps',
    summary: 'List the provider apps of a project',
    access: { scope: 'installations:read' },
    answers: { 200: providerAppListSchema },
    handle: async ({ project }) => ok((await providerApps.list(project.id)).map(told)),
  });
