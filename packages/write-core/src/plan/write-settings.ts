import type { JsonValue } from '../json.ts';

/** Absent means `always`. */
export type FieldRule = {
  writeOnCreate?: 'always' | 'never';
  writeOnUpdate?: 'always' | 'never' | 'ifEmpty';
  /** Written if the request lacks the field. */
  default?: { value: DefaultValue; onUpdate: boolean };
};

export type DefaultValue = string | number | boolean;

/** Contract §4.3. */
export type WriteSettings = {
  inheritMapping: boolean;
  /** Provider field by builder-side name. */
  readMappings: Readonly<Record<string, string>>;
  /** By builder-side name. */
  fields: Readonly<Record<string, FieldRule>>;
  /** Only if the mapping is inherited. */
  removeUnmapped: boolean;
  /** Equal for all names of one field. */
  fieldKeyOf?: (name: string) => string;
  /** Names, as from `fieldKeyOf`, that are never written. */
  notFields?: readonly string[];
};

/** As stored in config and manifest. */
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
 * `inheritMapping` of the installation overrides the manifest's; older defaults apply where newer ones are
 * absent (Contract §4.3, rules 1 and 9).
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

/** Named as in the newer form, else the older; the last of equal names wins. */
function fieldRulesOf(
  config: SettingsSource['objectConfig'],
  keyOf: FieldNames['fieldKeyOf'] = asWritten,
): Record<string, FieldRule> {
  const rules = new Map<string, readonly [name: string, rule: FieldRule]>();
  for (const [name, { value, applyOnUpdate }] of Object.entries(config?.selectedValueDefaults ?? {})) {
    // An older default never kept a given value from being written.
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

/** For providers with case-sensitive names. */
export const asWritten = (name: string): string => name;

const isDefaultValue = (value: JsonValue): value is DefaultValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
