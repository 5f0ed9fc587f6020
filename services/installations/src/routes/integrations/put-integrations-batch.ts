import {
  inputValidationProblemSchema,
  integrationListSchema,
  isJsonObject,
  manifestPlanSchema,
  manifestQuerySchema,
  manifestRequestSchema,
  problemSchema,
} from '@writ/contracts';
import { endpoint, Fault, ok } from '@writ/http-kit';
import type { Manifest } from '@writ/installation';
import { integrationAnswer } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { applyManifest, manifestOf, plannedManifest } from '../../integrations/apply-manifest.ts';

const manifestLimitBytes = 1024 * 1024;

/** Applies a manifest (Contract §5): what it names is afterwards as it says. */
export const putIntegrationsBatch = (deps: Deps) => {
  /** What bodies held, from their check on: to read a manifest may take long. */
  const manifests = new WeakMap<object, Manifest>();
  return endpoint({
    method: 'put',
    path: '/projects/:projectIdOrName/integrations\\:batch',
    summary: 'Apply a manifest',
    access: { scope: 'installations:manage' },
    query: manifestQuerySchema,
    body: manifestRequestSchema,
    bodyLimitBytes: manifestLimitBytes,
    rules: async ({ body }) => {
      if (!isJsonObject(body) || typeof body['sourceYaml'] !== 'string' || body['sourceYaml'] === '')
        return [];
      const manifest = await manifestOf(body['sourceYaml'], deps.providers);
      if (manifest instanceof Fault) return manifest.issues;
      manifests.set(body, manifest);
      return [];
    },
    answers: {
      200: { anyOf: [integrationListSchema, manifestPlanSchema] },
      409: { anyOf: [problemSchema, inputValidationProblemSchema] },
    },
    docs: { refusals: ['in-use', 'name-taken'] },
    handle: async ({ project, query: { destructive = false, dryRun = false }, body }) => {
      const manifest = manifests.get(body);
      if (!manifest) throw new Error('the manifest of a checked body is gone');
      const application = { projectId: project.id, manifest, destructive };
      if (dryRun) return ok({ changes: await plannedManifest(deps, application) });
      const integrations = await applyManifest(deps, application);
      return ok(integrations.map(integrationAnswer));
    },
  });
};
