import { providerAppListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { ProviderAppRepository } from '@writ/installation';
import { providerAppAnswer } from '../answers/provider-app-answer.ts';

export const getProviderApps = (deps: { providerApps: Pick<ProviderAppRepository, 'list'> }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/provider-apps',
    summary: 'List the provider apps of a project',
    access: { scope: 'installations:read' },
    answers: { 200: providerAppListSchema },
    handle: async ({ project }) => ok((await deps.providerApps.list(project.id)).map(providerAppAnswer)),
  });
