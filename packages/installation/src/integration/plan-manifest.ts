import { isDeepStrictEqual } from 'node:util';
import type { Manifest, ManifestIntegration } from '../manifest/manifest.ts';
import type { Integration } from './integrations.ts';

/** What applying a manifest does to the integrations of a project. */
export type ManifestPlan = {
  /** Those that the manifest does not name. */
  unnamed: readonly Integration[];
  /** Those that it names with another provider: integrations of their own would take their place. */
  replaced: readonly Integration[];
  revise: readonly { integration: Integration; entry: ManifestIntegration }[];
  open: readonly ManifestIntegration[];
};

/** What a manifest says anew gets a revision, what it repeats is left alone, and what it does not name is told apart. */
export function planManifest(existing: readonly Integration[], manifest: Manifest): ManifestPlan {
  const entries = new Map(manifest.integrations.map((entry) => [entry.name, entry]));
  const named = existing.filter(({ name }) => entries.has(name));
  const kept = named.flatMap((integration) => {
    const entry = entries.get(integration.name);
    return entry?.provider === integration.provider ? [{ integration, entry }] : [];
  });
  const keptNames = new Set(kept.map(({ entry }) => entry.name));
  return {
    unnamed: existing.filter(({ name }) => !entries.has(name)),
    replaced: named.filter(({ name }) => !keptNames.has(name)),
    revise: kept.filter(
      ({ integration, entry }) =>
        integration.revision.specVersion !== manifest.specVersion ||
        !isDeepStrictEqual(integration.revision.content, entry),
    ),
    open: manifest.integrations.filter(({ name }) => !keptNames.has(name)),
  };
}
