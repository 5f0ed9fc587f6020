import {
  inputValidationProblemSchema,
  integrationListSchema,
  manifestQuerySchema,
  manifestRequestSchema,
  problemSchema,
} from '@writ/contracts';
import { endpoint, Fault, ok } from '@writ/http-kit';
import { integrationAnswer } from '../answers/integration-answer.ts';
import { type ApplyManifest, manifestOf } from '../integrations/apply-manifest.ts';
import type { Providers } from '@writ/providers';

const manifestLimitBytes = 1024 * 1024;

/** Applies a manifest (Contract §5): what it names is afterwards as it says. */
export const putIntegrationsBatch = (deps: {
  applyManifest: ApplyManifest;
  providers: Pick<Providers, 'all'>;
}) =>
  endpoint({
    method: 'put',
    path: '/projects/:projectIdOrName/integrations\\:batch',
    summary: 'Apply a manifest',
    access: { scope: 'installations:manage' },
    query: manifestQuerySchema,
    body: manifestRequestSchema,
    bodyLimitBytes: manifestLimitBytes,
    rules: async ({ body }) => {
      const { sourceYaml } = (body ?? {}) as { sourceYaml?: unknown };
      if (typeof sourceYaml !== 'string' || sourceYaml === '') return [];
      const manifest = await manifestOf(sourceYaml, deps.providers);
      return manifest instanceof Fault ? manifest.issues : [];
    },
    answers: {
      200: integrationListSchema,
      400: inputValidationProblemSchema,
      409: { anyOf: [problemSchema, inputValidationProblemSchema] },
    },
    docs: { refusals: ['in-use', 'name-taken'] },
    handle: async ({ project, query, body }) => {
      const integrations = await deps.applyManifest({
        projectId: project.id,
        sourceYaml: body.sourceYaml,
        destructive: query.destructive ?? false,
      });
      return ok(integrations.map(integrationAnswer));
    },
  });
