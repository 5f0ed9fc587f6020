import type { ConfigContent } from '@writ/contracts';
import type { ManifestIntegration } from '../manifest/manifest.ts';

/** An entry of `write.objects` of a config. */
export type WriteObjectConfig = NonNullable<NonNullable<ConfigContent['write']>['objects']>[string];

/** The entry that is about an object: entries are found by their `objectName`, whatever their key. */
export function entryOf<Entry extends { objectName?: string }>(
  section: { objects?: Readonly<Record<string, Entry>> } | undefined,
  objectName: string,
): Entry | undefined {
  return Object.entries(section?.objects ?? {}).find(
    ([key, entry]) => (entry.objectName ?? key) === objectName,
  )?.[1];
}

/**
 * The content with an entry for each object of the manifest that can be written, where it has no `write` section and so
 * leaves that to the manifest: with one object changed the others stay switched on.
 */
export function withWriteSection(content: ConfigContent, manifest: ManifestIntegration): ConfigContent {
  if (content.write !== undefined) return content;
  const objects = (manifest.write?.objects ?? []).map(
    ({ objectName }) => [objectName, { objectName }] as const,
  );
  return { ...content, write: { objects: Object.fromEntries(objects) } };
}
