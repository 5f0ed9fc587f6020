import type { Manifest } from '../manifest/manifest.ts';
import type { IntegrationHead } from './integrations.ts';

/**
 * What applying a manifest does to the integrations of a project: what it says anew gets a revision, what it repeats is
 * left alone, and what it does not name is told apart.
 *
 * @param repeated ids of those of which it says what they are already
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
    /** Named with another provider: integrations of their own would take their place. */
    replaced: named.filter(({ name }) => !keptNames.has(name)),
    revise: kept.filter(({ integration }) => !repeated.has(integration.id)),
    open: integrations.filter(({ name }) => !keptNames.has(name)),
  };
}
