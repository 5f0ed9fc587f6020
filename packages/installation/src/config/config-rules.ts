import { pointerTo, type ConfigContent } from '@writ/contracts';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { nameOf } from './config-content.ts';

/** A fault of a config's content. */
export type ConfigFault = {
  /** JSON Pointer within the content. */
  at: string;
  detail: string;
  value?: unknown;
  /** The names that would have been right here, for a hint. */
  known?: readonly string[];
};

/**
 * Every fault of a config that its schema can't see (Contract §5): the provider must be the integration's, objects that
 * are written must stand in the `write` section of its manifest, and no two entries of a section are about one object.
 * The other sections are held against no manifest: a mapping counts for writes whatever the manifest says of reads.
 */
export function configFaults(content: ConfigContent, manifest: ManifestIntegration): ConfigFault[] {
  return [
    ...providerFaults(content.provider, manifest.provider),
    ...unknownObjects(content, manifest),
    ...(['write', 'read', 'subscribe'] as const).flatMap((section) => repeatedObjects(section, content)),
  ];
}

function providerFaults(given: string | undefined, provider: string): ConfigFault[] {
  if (given === undefined || given === provider) return [];
  return [{ at: '/provider', detail: `The integration's provider is \`${provider}\`.`, value: given }];
}

/** The entries of a section: where each tells which object it is about, and which that is. */
const placedNames = (section: 'write' | 'read' | 'subscribe', content: ConfigContent) =>
  Object.entries<{ objectName?: string }>(content[section]?.objects ?? {}).map(([key, entry]) => {
    const at = pointerTo(`/${section}/objects`, key);
    return { at: entry.objectName === undefined ? at : `${at}/objectName`, name: nameOf(key, entry) };
  });

function unknownObjects(content: ConfigContent, { write }: ManifestIntegration): ConfigFault[] {
  const known = (write?.objects ?? []).map(({ objectName }) => objectName);
  const isKnown = new Set(known);
  return placedNames('write', content)
    .filter(({ name }) => !isKnown.has(name))
    .map(({ at, name }) => {
      const detail = `The \`write\` section of the manifest has no object \`${name}\`.`;
      return { at, detail, value: name, known };
    });
}

function repeatedObjects(section: 'write' | 'read' | 'subscribe', content: ConfigContent): ConfigFault[] {
  const seen = new Set<string>();
  return placedNames(section, content)
    .filter(({ name }) => seen.size === seen.add(name).size)
    .map(({ at, name }) => ({
      at,
      detail: `Another entry is about the object \`${name}\`, too.`,
      value: name,
    }));
}
