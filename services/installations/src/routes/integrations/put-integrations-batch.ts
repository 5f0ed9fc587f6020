import {
  integrationListSchema,
  manifestPlanSchema,
  manifestQuerySchema,
  manifestRequestSchema,
  problemWithIssuesSchema,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http';
import type { Deps } from '../../deps.ts';
import { applyManifest, plannedManifest } from '../../integrations/apply-manifest.ts';
import { manifestBodyBytes, sentManifests } from '../../integrations/sent-manifest.ts';
import { integrationPage, integrationPages } from './integration-pages.ts';

/** Answers with the first page of integrations. */
export const putIntegrationsBatch = (deps: Deps) => {
  const manifests = sentManifests(deps.providers);
  return endpoint({
    method: 'put',
    path: '/projects/:projectIdOrName/integrations\\:batch',
    summary: 'Apply a manifest',
    access: { scope: 'installations:manage' },
    query: manifestQuerySchema,
    body: manifestRequestSchema,
    bodyLimitBytes: manifestBodyBytes,
    rules: ({ body }) => manifests.rule(body),
    answers: {
      200: {
        description: 'The integrations; with `dryRun` an object with the `changes` that would be made.',
        anyOf: [integrationListSchema, manifestPlanSchema],
      },
      409: problemWithIssuesSchema,
    },
    docs: {
      ...integrationPages.docs,
      description:
        'Creates the integrations that the manifest names; one that changed gets a new revision. Others stay unless `destructive` is true. All or nothing.',
      refusals: ['in-use', 'name-taken'],
    },
    handle: async ({ project, params, query: { destructive = false, dryRun = false }, body, by, url }) => {
      const application = { projectId: project.id, manifest: manifests.of(body), destructive };
      if (dryRun) return ok({ changes: await plannedManifest(deps, application) });
      await applyManifest(deps, application, by);
      const listUrl = url.replace(/:batch(\?.*)?$/, '');
      return integrationPage(deps, { project, params, query: {}, url: listUrl });
    },
  });
};
