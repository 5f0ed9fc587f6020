import { pointerTo, type ConfigContent } from '@writ/contracts';
import type { ProviderDeclaration } from '@writ/write-core';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { nameOf } from './config-content.ts';

export type ConfigFault = {
  /** JSON Pointer within the content. */
  at: string;
  detail: string;
  value?: unknown;
  /** Valid names, for a hint. */
  known?: readonly string[];
};

/**
 * Every error of a config that its schema can't see: another provider, written objects that the manifest
 * lacks, an object with two entries in a section, two names of one provider field in a map.
 */
export function configFaults(
  content: ConfigContent,
  manifest: ManifestIntegration,
  fieldKeyOf: ProviderDeclaration['fieldKeyOf'],
): ConfigFault[] {
  return [
    ...providerFaults(content.provider, manifest.provider),
    ...unknownObjects(content, manifest),
    ...(['write', 'read', 'subscribe'] as const).flatMap((section) => repeatedObjects(section, content)),
    ...(fieldKeyOf ? repeatedFields(content, fieldKeyOf) : []),
  ];
}

function providerFaults(given: string | undefined, provider: string): ConfigFault[] {
  if (given === undefined || given === provider) return [];
  return [{ at: '/provider', detail: `The integration's provider is \`${provider}\`.`, value: given }];
}

/** The entries of a section, each with the place and name of its object. */
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

const placedMaps = ({ write, read }: ConfigContent): { at: string; map: object | undefined }[] => [
  ...Object.entries(write?.objects ?? {}).flatMap(([key, entry]) => {
    const at = pointerTo('/write/objects', key);
    return [
      { at: `${at}/selectedFieldSettings`, map: entry.selectedFieldSettings },
      { at: `${at}/selectedValueDefaults`, map: entry.selectedValueDefaults },
    ];
  }),
  ...Object.entries(read?.objects ?? {}).map(([key, { selectedFieldMappings: map }]) => ({
    at: `${pointerTo('/read/objects', key)}/selectedFieldMappings`,
    map,
  })),
];

const repeatedFields = (content: ConfigContent, keyOf: (name: string) => string): ConfigFault[] =>
  placedMaps(content).flatMap(({ at, map = {} }) =>
    [...Map.groupBy(Object.keys(map), keyOf).values()].flatMap(([first = '', ...others]) =>
      others.map((name) => ({
        at: pointerTo(at, name),
        detail: `The provider takes \`${first}\` and \`${name}\` for one field: keep one of the two.`,
        value: name,
      })),
    ),
  );
