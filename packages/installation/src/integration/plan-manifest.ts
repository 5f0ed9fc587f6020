import type { Manifest } from '../manifest/manifest.ts';
import type { IntegrationHead } from './integrations.ts';

/**
 * What a manifest does to the integrations of a project.
 * @param repeated ids of those that already equal their entry
 */
export function planManifest(
  existing: readonly IntegrationHead[],
  { integrations }: Manifest,
  repeated: ReadonlySet<string>,
) {
  const entries = new Map(integrations.map((entry) => [entry.name, entry]));
  const named = existing.filter(({ name }) => entries.has(name));
  const kept = named.flatMap((integration) => {
    const entry = entries.get(integration.name);
    return entry?.provider === integration.provider ? [{ integration, entry }] : [];
  });
  const keptNames = new Set(kept.map(({ entry }) => entry.name));
  return {
    unnamed: existing.filter(({ name }) => !entries.has(name)),
    /** Named with another provider. */
    replaced: named.filter(({ name }) => !keptNames.has(name)),
    revise: kept.filter(({ integration }) => !repeated.has(integration.id)),
    open: integrations.filter(({ name }) => !keptNames.has(name)),
  };
}
