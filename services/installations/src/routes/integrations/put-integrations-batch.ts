import {
  inputValidationProblemSchema,
  integrationListSchema,
  manifestPlanSchema,
  manifestQuerySchema,
  manifestRequestSchema,
  problemSchema,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { integrationAnswer } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { applyManifest, plannedManifest } from '../../integrations/apply-manifest.ts';
import { manifestBodyBytes, sentManifests } from '../../integrations/sent-manifest.ts';

/** Applies a manifest (Contract §5): what it names is afterwards as it says. */
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
      200: { anyOf: [integrationListSchema, manifestPlanSchema] },
      409: { anyOf: [problemSchema, inputValidationProblemSchema] },
    },
    docs: { refusals: ['in-use', 'name-taken'] },
    handle: async ({ project, query: { destructive = false, dryRun = false }, body, by }) => {
      const application = { projectId: project.id, manifest: manifests.of(body), destructive };
      if (dryRun) return ok({ changes: await plannedManifest(deps, application) });
      const integrations = await applyManifest(deps, application, by);
      return ok(integrations.map(integrationAnswer));
    },
  });
};
