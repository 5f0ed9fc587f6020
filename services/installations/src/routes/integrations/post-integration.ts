import {
  inputValidationProblemSchema,
  integrationRequestSchema,
  integrationSchema,
  revisionQuerySchema,
  revisionRequestSchema,
  revisionSchema,
} from '@writ/contracts';
import { created, endpoint } from '@writ/http';
import type { IssueInput } from '@writ/problems';
import type { Manifest, ManifestIntegration } from '@writ/installation';
import { integrationAnswer, revisionAnswer } from '../../answers.ts';
import { providerRule } from '../../connections/connection-rule.ts';
import type { Deps } from '../../deps.ts';
import { lacking, makeIntegration, reviseIntegration } from '../../integrations/one-integration.ts';
import { manifestBodyBytes, sentManifests } from '../../integrations/sent-manifest.ts';

const place = '/latestRevision';

export const postIntegration = (deps: Deps) => {
  const manifests = sentManifests(deps.providers);
  return endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/integrations',
    summary: 'Create an integration',
    access: { scope: 'installations:manage' },
    body: integrationRequestSchema,
    bodyLimitBytes: manifestBodyBytes,
    rules: async ({ body }) => {
      const { latestRevision = {} } = body;
      const faults = await manifests.rule(latestRevision, place);
      const manifest = manifests.find(latestRevision);
      return [...providerRule(deps.providers, body), ...faults, ...misfits(body, manifest)];
    },
    answers: { 201: integrationSchema, 409: inputValidationProblemSchema },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, body: { name, provider, latestRevision }, by }) => {
      const manifest = manifests.find(latestRevision);
      const entry = (manifest && entryOf(manifest, name)) ?? { name, provider };
      const specVersion = manifest?.specVersion ?? emptyVersion;
      const made = await makeIntegration(deps, { projectId: project.id, by }, { specVersion, entry });
      return created(integrationAnswer(made));
    },
  });
};

/** Without a manifest. */
const emptyVersion = '1.0.0';

const entryOf = ({ integrations }: Manifest, name: string): ManifestIntegration | undefined =>
  integrations.find((entry) => entry.name === name);

type Named = { readonly name?: string | undefined; readonly provider?: string | undefined };

/** The manifest must name the integration as the body does. */
function misfits({ name, provider }: Named, manifest: Manifest | undefined): readonly IssueInput[] {
  if (!manifest || name === undefined) return [];
  const entry = entryOf(manifest, name);
  if (!entry) return [lacking(name, place)];
  if (entry.provider === provider) return [];
  const detail = `The manifest names \`${entry.provider}\` as the provider of \`${name}\`.`;
  return [{ in: 'body', name: '/provider', detail, value: provider }];
}

export const postIntegrationRevision = (deps: Deps) => {
  const manifests = sentManifests(deps.providers);
  return endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/revisions',
    summary: 'Create a revision of an integration',
    access: { scope: 'installations:manage' },
    query: revisionQuerySchema,
    body: revisionRequestSchema,
    bodyLimitBytes: manifestBodyBytes,
    rules: ({ body }) => manifests.rule(body),
    answers: { 201: revisionSchema, 409: inputValidationProblemSchema },
    docs: {
      description: 'If nothing has changed, the answer is the revision in force.',
      refusals: ['name-taken'],
    },
    handle: async ({ project, params: { integrationIdOrName: idOrName }, body, by }) => {
      const named = { projectId: project.id, idOrName, by };
      const { revision } = await reviseIntegration(deps, named, manifests.of(body));
      return created(revisionAnswer(revision));
    },
  });
};
