import {
  inputValidationProblemSchema,
  integrationListSchema,
  manifestQuerySchema,
  manifestRequestSchema,
  problemSchema,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { integrationAnswer } from '../answers/integration-answer.ts';
import type { ApplyManifest } from '../integrations/apply-manifest.ts';

const manifestLimitBytes = 1024 * 1024;

/** Applies a manifest (Contract §5): afterwards the project's integrations are what it says. */
export const putIntegrationsBatch = (deps: { applyManifest: ApplyManifest }) =>
  endpoint({
    method: 'put',
    path: '/projects/:projectIdOrName/integrations\\:batch',
    summary: 'Apply a manifest',
    access: { scope: 'installations:manage' },
    query: manifestQuerySchema,
    body: manifestRequestSchema,
    bodyLimitBytes: manifestLimitBytes,
    answers: { 200: integrationListSchema, 400: inputValidationProblemSchema, 409: problemSchema },
    docs: { refusals: ['in-use'] },
    handle: async ({ project, query, body }) => {
      const integrations = await deps.applyManifest({
        projectId: project.id,
        sourceYaml: body.sourceYaml,
        destructive: query.destructive ?? false,
      });
      return ok(integrations.map(integrationAnswer));
    },
  });
