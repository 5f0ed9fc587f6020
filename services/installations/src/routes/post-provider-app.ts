import { inputValidationProblemSchema, providerAppRequestSchema, providerAppSchema } from '@writ/contracts';
import { created, endpoint, Fault, hidesNothing } from '@writ/http-kit';
import { told } from '../answers.ts';
import { providerRule } from '../connections/provider-rule.ts';
import type { Deps } from '../deps.ts';

export const postProviderApp = ({ providerApps, providers }: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/provider-apps',
    summary: 'Add the app that a project has at a provider',
    access: { scope: 'installations:manage' },
    body: providerAppRequestSchema,
    rules: ({ body }) => [...providerRule(providers, body), ...hidesNothing('clientSecret')(body)],
    answers: { 201: providerAppSchema, 400: inputValidationProblemSchema, 409: inputValidationProblemSchema },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, body: { scopes = [], ...app } }) => {
      const inserted = await providerApps.insert({ ...app, scopes, projectId: project.id });
      if (inserted !== 'name-taken') return created(told(inserted));
      const detail = `The project has an app at \`${app.provider}\` already.`;
      const issue = { in: 'body', name: '/provider', detail, value: app.provider } as const;
      throw new Fault('name-taken', [issue], { remedy: 'Change the one that exists.' });
    },
  });
