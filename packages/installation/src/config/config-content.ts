import type { ConfigContent } from '@writ/contracts';
import type { ManifestIntegration } from '../manifest/manifest.ts';

export type WriteObjectConfig = NonNullable<NonNullable<ConfigContent['write']>['objects']>[string];

/** An entry's object: its name, else its key. */
export const nameOf = (key: string, { objectName = key }: { objectName?: string }): string => objectName;

/** Of duplicates in older configs, the first. */
export function byObject<Entry extends { objectName?: string }>(
  section: { objects?: Readonly<Record<string, Entry>> } | undefined,
): ReadonlyMap<string, Entry> {
  const entries = Object.entries(section?.objects ?? {});
  return new Map(entries.toReversed().map(([key, entry]) => [nameOf(key, entry), entry]));
}

/**
 * Adds a missing `write` section with all writable objects, so that a change of one object leaves the others
 * on.
 */
export function withWriteSection(content: ConfigContent, manifest: ManifestIntegration): ConfigContent {
  if (content.write !== undefined) return content;
  const objects = (manifest.write?.objects ?? []).map(
    ({ objectName }) => [objectName, { objectName }] as const,
  );
  return { ...content, write: { objects: Object.fromEntries(objects) } };
}

/** The same after a change, without `made` entries whose objects the change names under other keys. */
export function withoutDoubles(content: ConfigContent, made: ConfigContent): ConfigContent {
  if (content.write?.objects === undefined) return content;
  const entries = Object.entries(content.write.objects);
  const isMade = ([key, entry]: (typeof entries)[number]): boolean => made.write?.objects?.[key] === entry;
  const named = new Set(entries.filter((one) => !isMade(one)).map(([key, entry]) => nameOf(key, entry)));
  const kept = entries.filter((one) => !isMade(one) || !named.has(one[0]));
  return { ...content, write: { ...content.write, objects: Object.fromEntries(kept) } };
}
