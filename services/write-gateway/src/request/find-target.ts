import type { WriteRequest } from '@writ/contracts';
import type { InstallationForWrite, InstallationSearch } from '@writ/installation';
import { invalidInput, nearestName, notFound, Refusal, type IssueInput } from '@writ/problem-details';
import type { ProviderAdapter } from '@writ/providers';
import { providerRules } from './provider-rules.ts';

export type WriteTarget = {
  installation: InstallationForWrite;
  adapter: ProviderAdapter;
  /** What this provider cannot do of the request. */
  issues: readonly IssueInput[];
};

/** What was found of a write whose integration exists. */
type InIntegration = Exclude<InstallationSearch, { kind: 'no-integration' }>;

/** What the names of a write lead to. @throws Refusal (404) when the project has no such integration. */
export function inIntegration(
  found: InstallationSearch,
  integrationIdOrName: string,
): { found: InIntegration; integrationId: string } {
  if (found.kind === 'no-integration') throw noIntegration(integrationIdOrName);
  const { integrationId } = found.kind === 'found' ? found.installation : found;
  return { found, integrationId };
}

/**
 * The installation that a write goes to and the adapter of its provider.
 * @throws Refusal for an unknown group (404) and an object that is not enabled (403); what the provider cannot do is
 * told before (400), with the unknown group. Where all is known it is given back, to be told together with what the
 * installation's settings show.
 */
export function toTarget(found: InIntegration, { adapterFor, request, objectName }: TargetOf): WriteTarget {
  const provider = found.kind === 'found' ? found.installation.provider : found.provider;
  const adapter = adapterFor(provider);
  if (!adapter) throw new Error(`There is no adapter for the provider ${provider}`);
  const issues = providerRules(request, adapter.declaration);
  if (found.kind === 'found') return { installation: found.installation, adapter, issues };
  const refusal =
    found.kind === 'no-installation'
      ? noInstallation(request.groupRef)
      : notWritable(objectName, found.writableObjects);
  throw issues.length > 0 ? invalidInput([...issues, ...(refusal.facts.issues ?? [])]) : refusal;
}

type TargetOf = {
  adapterFor: (provider: string) => ProviderAdapter | undefined;
  request: WriteRequest;
  objectName: string;
};

/** The path's integration is none of the project's. */
export function noIntegration(idOrName: string): Refusal {
  const detail = 'The project has no integration with this id or name.';
  return notFound('path', 'integrationIdOrName', idOrName, detail);
}

/** The group has not installed the integration. */
export function noInstallation(groupRef: string): Refusal {
  const detail = 'No installation of this integration belongs to this group.';
  return new Refusal('installation-not-found', {
    detail,
    issues: [{ in: 'body', name: '/groupRef', detail, value: groupRef }],
  });
}

function notWritable(objectName: string, writable: readonly string[]): Refusal {
  const near = nearestName(objectName, writable);
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  return new Refusal('object-not-writable', {
    detail: `The manifest's \`write\` section does not list \`${objectName}\`.${hint}`,
    context: { writableObjects: writable },
  });
}
