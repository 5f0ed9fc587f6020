import { pointerTo, type ConfigContent } from '@writ/contracts';
import { toWriteSettings, whyUnused, type ProviderDeclaration } from '@writ/write-core';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { byObject, nameOf, type WriteObjectConfig } from './config-content.ts';

export type UnusedDefault = { at: string; name: string; why: string };

type Names = Pick<ProviderDeclaration, 'fieldKeyOf' | 'notFields'> & { removeUnmapped?: boolean };

/** They are no errors: the manifest or an operator may change that. */
export function* unusedDefaults(
  content: ConfigContent,
  manifest: ManifestIntegration,
  names: Names,
): Generator<UnusedDefault> {
  for (const { at: above, objectConfig, settings } of writtenObjects(content, manifest, names)) {
    const whyOf = whyUnused(settings);
    for (const { at, name } of placedDefaults(objectConfig, above)) {
      const why = whyOf(name);
      if (why !== undefined) yield { at, name, why };
    }
  }
}

/** The objects that a config names for writes, with their places and settings. */
export function* writtenObjects(
  content: ConfigContent,
  { write }: ManifestIntegration,
  { removeUnmapped: removeUnmappedFields = false, ...names }: Names,
) {
  const listed = new Map(write?.objects.map((object) => [object.objectName, object]));
  const read = byObject(content.read);
  for (const [key, objectConfig] of Object.entries(content.write?.objects ?? {})) {
    const objectName = nameOf(key, objectConfig);
    const readMappings = read.get(objectName)?.selectedFieldMappings ?? {};
    const manifestObject = listed.get(objectName) ?? {};
    const source = { objectConfig, readMappings, manifestObject, removeUnmappedFields };
    const at = pointerTo('/write/objects', key);
    yield { at, objectName, objectConfig, settings: toWriteSettings(source, names) };
  }
}

export function* placedDefaults(
  { selectedFieldSettings = {}, selectedValueDefaults = {} }: WriteObjectConfig,
  at: string,
): Generator<{ at: string; name: string; value: unknown }> {
  for (const [name, { default: stored }] of Object.entries(selectedFieldSettings)) {
    if (!stored) continue;
    const value = stored.stringValue ?? stored.integerValue ?? stored.booleanValue;
    yield { at: `${pointerTo(`${at}/selectedFieldSettings`, name)}/default`, name, value };
  }
  for (const [name, { value }] of Object.entries(selectedValueDefaults))
    yield { at: pointerTo(`${at}/selectedValueDefaults`, name), name, value };
}
