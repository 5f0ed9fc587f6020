import { isDeepStrictEqual } from 'node:util';
import type { Manifest, ManifestIntegration } from '../manifest/manifest.ts';
import type { Integration } from './integrations.ts';

/** What applying a manifest does to the integrations of a project. */
export type ManifestPlan = {
  drop: readonly Integration[];
  revise: readonly { integration: Integration; entry: ManifestIntegration }[];
  open: readonly ManifestIntegration[];
};

/**
 * A manifest is the whole truth about a project's integrations: what it does not name is dropped, what it says anew gets
 * a revision, what it repeats is left alone. An integration that moves to another provider is another integration.
 */
export function planManifest(existing: readonly Integration[], manifest: Manifest): ManifestPlan {
  const entries = new Map(manifest.integrations.map((entry) => [entry.name, entry]));
  const kept = existing.flatMap((integration) => {
    const entry = entries.get(integration.name);
    return entry?.provider === integration.provider ? [{ integration, entry }] : [];
  });
  const keptNames = new Set(kept.map(({ entry }) => entry.name));
  return {
    drop: existing.filter(({ name }) => !keptNames.has(name)),
    revise: kept.filter(
      ({ integration, entry }) =>
        integration.specVersion !== manifest.specVersion || !isDeepStrictEqual(integration.content, entry),
    ),
    open: manifest.integrations.filter(({ name }) => !keptNames.has(name)),
  };
}
