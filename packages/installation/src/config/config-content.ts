import type { JsonValue } from '@writ/contracts';
import type { ManifestIntegration } from '../manifest/manifest.ts';

/** Per-field rules of a write (Specification, Installation config). */
export type FieldSettings = {
  writeOnCreate?: 'always' | 'never';
  writeOnUpdate?: 'always' | 'never' | 'ifEmpty';
  /** Exactly one member is there. */
  default?: { stringValue?: string; integerValue?: number; booleanValue?: boolean };
};

/** An entry of `write.objects` of a config. */
export type WriteObjectConfig = {
  /** The entry's key when absent. */
  objectName?: string;
  inheritMapping?: boolean;
  deletionSettings?: { enabled?: boolean };
  /** By the builder-side (unmapped) field name. */
  selectedFieldSettings?: Readonly<Record<string, FieldSettings>>;
  /** The older form of defaults (Contract §4.3, 9). */
  selectedValueDefaults?: Readonly<Record<string, { value: JsonValue; applyOnUpdate?: 'always' | 'never' }>>;
};

/** An entry of `read.objects` of a config, as far as writes care. */
export type ReadObjectConfig = {
  /** The entry's key when absent. */
  objectName?: string;
  destination?: string;
  /** Builder-side field name to the customer's field name. */
  selectedFieldMappings?: Readonly<Record<string, string>>;
};

/** The content of an installation's config. Sections that other systems use are kept as they came. */
export type ConfigContent = {
  provider?: string;
  write?: { objects?: Readonly<Record<string, WriteObjectConfig>> };
  read?: { objects?: Readonly<Record<string, ReadObjectConfig>> };
  subscribe?: { objects?: Readonly<Record<string, { objectName?: string }>> };
  proxy?: { enabled?: boolean };
};

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
