import { pointerTo, type ConfigContent } from '@writ/contracts';
import { asWritten, type ProviderDeclaration } from '@writ/write-core';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { nameOf } from './config-content.ts';
import { placedDefaults, writtenObjects } from './unused-defaults.ts';

/** `value`: the default written to it. */
type NamedField = { at: string; objectName: string; field: string; value?: string };

type CrmField = { name: string; options?: readonly { value: string }[] };

/** The CRM fields of written objects: targets of mappings, and fields with defaults. */
export function namedFields(
  content: ConfigContent,
  manifest: ManifestIntegration,
  names: Pick<ProviderDeclaration, 'fieldKeyOf'>,
): NamedField[] {
  const listed = new Set(manifest.write?.objects.map((object) => object.objectName));
  const mapped = Object.entries(content.read?.objects ?? {}).flatMap(([key, entry]) => {
    const objectName = nameOf(key, entry);
    const at = `${pointerTo('/read/objects', key)}/selectedFieldMappings`;
    return Object.entries(entry.selectedFieldMappings ?? {}).map(([name, field]) => ({
      at: pointerTo(at, name),
      objectName,
      field,
    }));
  });
  const defaults = [...writtenObjects(content, manifest, names)].flatMap((written) => {
    const { inheritMapping, readMappings, fieldKeyOf: keyOf = asWritten } = written.settings;
    const mappings = new Map(
      Object.entries(inheritMapping ? readMappings : {}).map(([name, field]) => [keyOf(name), field]),
    );
    return [...placedDefaults(written.objectConfig, written.at)].map(({ at, name, value }) => ({
      at,
      objectName: written.objectName,
      field: mappings.get(keyOf(name)) ?? name,
      value: String(value),
    }));
  });
  return [...mapped, ...defaults].filter(({ objectName }) => listed.has(objectName));
}

/**
 * Sentences on fields and options that the CRM lacks. Ids are no fields, and a name with a dot leads to
 * another object.
 */
export function crmLacks(
  named: readonly NamedField[],
  described: ReadonlyMap<string, readonly CrmField[]>,
  { fieldKeyOf: keyOf = asWritten }: Pick<ProviderDeclaration, 'fieldKeyOf'>,
): string[] {
  const fieldsOf = new Map(
    [...described].map(([objectName, fields]) => [
      objectName,
      new Map(fields.map((field) => [keyOf(field.name), field])),
    ]),
  );
  return named.flatMap(({ at, objectName, field, value }) => {
    const fields = fieldsOf.get(objectName);
    if (!fields || keyOf(field) === 'id' || field.includes('.')) return [];
    const place = `\`/config/content${at}\``;
    const known = fields.get(keyOf(field));
    if (!known) return [`${place}: the CRM has no field \`${field}\` of \`${objectName}\`.`];
    const { options = [] } = known;
    const isOption =
      options.length === 0 ||
      (value?.split(';') ?? []).every((one) => one === '' || options.some((option) => option.value === one));
    return isOption ? [] : [`${place}: the default is no option of the CRM's field \`${field}\`.`];
  });
}
