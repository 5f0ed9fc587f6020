import { pointerTo, type ConfigContent } from '@writ/contracts';
import type { ManifestIntegration } from '../manifest/manifest.ts';

/** A fault of a config's content. */
export type ConfigFault = {
  /** JSON Pointer within the content. */
  at: string;
  detail: string;
  value?: unknown;
  /** The names that would have been right here, for a hint. */
  known?: readonly string[];
};

const sections = ['write', 'read', 'subscribe'] as const;
type Section = (typeof sections)[number];

/**
 * Every fault of a config that its schema can't see (Contract §5): the provider must be the integration's, and objects
 * must stand in the same section of the integration's manifest, by their key and by their `objectName`. As every key is
 * the name of an object, an entry is about the object of its key and no other: whoever is asked about one would
 * otherwise change the other.
 */
export function configFaults(content: ConfigContent, manifest: ManifestIntegration): ConfigFault[] {
  return [
    ...providerFaults(content.provider, manifest.provider),
    ...sections.flatMap((section) => sectionFaults(section, content, manifest)),
  ];
}

function providerFaults(given: string | undefined, provider: string): ConfigFault[] {
  if (given === undefined || given === provider) return [];
  return [{ at: '/provider', detail: `The integration's provider is \`${provider}\`.`, value: given }];
}

function sectionFaults(
  section: Section,
  content: ConfigContent,
  manifest: ManifestIntegration,
): ConfigFault[] {
  const known = (manifest[section]?.objects ?? []).map(({ objectName }) => objectName);
  const isKnown = new Set(known);
  const seen = new Set<string>();
  const unknown = (name: string) =>
    isKnown.has(name) ? undefined : `The \`${section}\` section of the manifest has no object \`${name}\`.`;
  const entries = Object.entries<{ objectName?: string }>(content[section]?.objects ?? {});
  return entries.flatMap(([key, { objectName }]) => {
    const at = pointerTo(`/${section}/objects`, key);
    const faults: ConfigFault[] = [];
    const add = (fault: string | undefined, value: string, place = at) => {
      if (fault !== undefined) faults.push({ at: place, detail: fault, value, known });
    };
    add(unknown(key), key);
    if (objectName !== undefined && objectName !== key) {
      const foreign = isKnown.has(key) ? `The entry is about the object of its key, \`${key}\`.` : undefined;
      add(unknown(objectName) ?? foreign, objectName, `${at}/objectName`);
    }
    const name = objectName ?? key;
    if (seen.has(name)) faults.push({ at, detail: `The object \`${name}\` stands here twice.`, value: key });
    seen.add(name);
    return faults;
  });
}
