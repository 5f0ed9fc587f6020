import { inputValidationProblemSchema, providerAppRequestSchema, providerAppSchema } from '@writ/contracts';
import { created, endpoint, Fault, hidesNothing } from '@writ/http-kit';
import type { ProviderAppRepository } from '@writ/installation';
import type { Providers } from '@writ/providers';
import { providerAppAnswer } from '../answers/provider-app-answer.ts';
import { providerRule } from '../connections/provider-rule.ts';

export const postProviderApp = (deps: {
  providerApps: Pick<ProviderAppRepository, 'insert'>;
  providers: Pick<Providers, 'all'>;
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/provider-apps',
    summary: 'Add the app that a project has at a provider',
    access: { scope: 'installations:manage' },
    body: providerAppRequestSchema,
    rules: ({ body }) =>
      [providerRule(deps.providers.all), hidesNothing('clientSecret')].flatMap((rule) => rule(body)),
    answers: { 201: providerAppSchema, 400: inputValidationProblemSchema, 409: inputValidationProblemSchema },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, body: { scopes = [], ...app } }) => {
      const inserted = await deps.providerApps.insert({ ...app, scopes, projectId: project.id });
      if (inserted !== 'name-taken') return created(providerAppAnswer(inserted));
      const detail = `The project has an app at \`${app.provider}\` already.`;
      const issue = { in: 'body', name: '/provider', detail, value: app.provider } as const;
      throw new Fault('name-taken', [issue], { remedy: 'Change the one that exists.' });
    },
  });
