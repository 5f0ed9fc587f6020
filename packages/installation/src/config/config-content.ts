import type { ConfigContent } from '@writ/contracts';
import type { ManifestIntegration } from '../manifest/manifest.ts';

/** An entry of `write.objects` of a config. */
export type WriteObjectConfig = NonNullable<NonNullable<ConfigContent['write']>['objects']>[string];

/** The name of the object that an entry of a section is about: its key is the caller's own. */
export const nameOf = (key: string, { objectName = key }: { objectName?: string }): string => objectName;

/** The entries of a section by the objects that they are about; of two that older configs have, the first. */
export function byObject<Entry extends { objectName?: string }>(
  section: { objects?: Readonly<Record<string, Entry>> } | undefined,
): ReadonlyMap<string, Entry> {
  const entries = Object.entries(section?.objects ?? {});
  return new Map(entries.toReversed().map(([key, entry]) => [nameOf(key, entry), entry]));
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

/**
 * The same after a change, without those entries that were `made` so and whose objects the change names under keys of its
 * own.
 */
export function withoutDoubles(content: ConfigContent, made: ConfigContent): ConfigContent {
  if (content.write?.objects === undefined) return content;
  const entries = Object.entries(content.write.objects);
  const isMade = ([key, entry]: (typeof entries)[number]): boolean => made.write?.objects?.[key] === entry;
  const named = new Set(entries.filter((one) => !isMade(one)).map(([key, entry]) => nameOf(key, entry)));
  const kept = entries.filter((one) => !isMade(one) || !named.has(one[0]));
  return { ...content, write: { ...content.write, objects: Object.fromEntries(kept) } };
}
