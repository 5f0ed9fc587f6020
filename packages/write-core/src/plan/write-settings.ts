import type { JsonValue } from '../json.ts';

/** How one field is written. What is absent is `always`. */
export type FieldRule = {
  writeOnCreate?: 'always' | 'never';
  writeOnUpdate?: 'always' | 'never' | 'ifEmpty';
  /** Written when the field is missing from a request. */
  default?: { value: DefaultValue; onUpdate: boolean };
};

export type DefaultValue = string | number | boolean;

/** What an installation says about writing one object (Contract §4.3). */
export type WriteSettings = {
  inheritMapping: boolean;
  /** Builder-side field name to provider field. */
  readMappings: Readonly<Record<string, string>>;
  /** By builder-side field name. */
  fields: Readonly<Record<string, FieldRule>>;
  /** Whether fields that are not mapped are removed; only where the mapping is inherited. */
  removeUnmapped: boolean;
  /** Which names are one: those of fields at the provider, and so the builder's, too, since requests have both. */
  fieldKeyOf?: (name: string) => string;
  /** Names, as `fieldKeyOf` has them, that are of no field: nothing is written to them. */
  notFields?: readonly string[];
};

/** Where the settings come from: the config's and the manifest's entries for the object, as they are stored. */
export type SettingsSource = {
  objectConfig:
    | {
        inheritMapping?: boolean;
        selectedFieldSettings?: Readonly<Record<string, StoredFieldSettings>>;
        selectedValueDefaults?: Readonly<Record<string, StoredValueDefault>>;
      }
    | undefined;
  readMappings: Readonly<Record<string, string>>;
  manifestObject: { inheritMapping?: boolean };
  removeUnmappedFields: boolean;
};

type FieldNames = Pick<WriteSettings, 'fieldKeyOf' | 'notFields'>;

type StoredFieldSettings = Omit<FieldRule, 'default'> & {
  default?: { stringValue?: string; integerValue?: number; booleanValue?: boolean };
};
type StoredValueDefault = { value: JsonValue; applyOnUpdate?: 'always' | 'never' };

/**
 * The settings of one object. The installation's `inheritMapping`, when present, overrides the manifest's; defaults of
 * the older form count where the newer one has none (Contract §4.3, rules 1 and 9).
 */
export function toWriteSettings(
  source: SettingsSource,
  { fieldKeyOf, notFields }: FieldNames,
): WriteSettings {
  const { objectConfig, readMappings, manifestObject, removeUnmappedFields } = source;
  return {
    inheritMapping: objectConfig?.inheritMapping ?? manifestObject.inheritMapping ?? false,
    readMappings,
    fields: fieldRulesOf(objectConfig, fieldKeyOf),
    removeUnmapped: removeUnmappedFields,
    ...(fieldKeyOf && { fieldKeyOf }),
    ...(notFields && { notFields }),
  };
}

/** One rule for each field, under the name that the newer form has, else the older; of two in one form, the last. */
function fieldRulesOf(
  config: SettingsSource['objectConfig'],
  keyOf: FieldNames['fieldKeyOf'] = asWritten,
): Record<string, FieldRule> {
  const rules = new Map<string, readonly [name: string, rule: FieldRule]>();
  for (const [name, { value, applyOnUpdate }] of Object.entries(config?.selectedValueDefaults ?? {})) {
    // An older default never kept a given value from being written: it only says where it stands in itself.
    if (!isDefaultValue(value)) continue;
    rules.set(keyOf(name), [name, { default: { value, onUpdate: applyOnUpdate !== 'never' } }]);
  }
  for (const [name, { default: stored, ...when }] of Object.entries(config?.selectedFieldSettings ?? {})) {
    const value = stored?.stringValue ?? stored?.integerValue ?? stored?.booleanValue;
    const own = value === undefined ? rules.get(keyOf(name))?.[1].default : { value, onUpdate: true };
    rules.set(keyOf(name), [name, { ...when, ...(own && { default: own }) }]);
  }
  return Object.fromEntries(rules.values());
}

/** Names of a provider that tells them apart as they are written. */
export const asWritten = (name: string): string => name;

const isDefaultValue = (value: JsonValue): value is DefaultValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
