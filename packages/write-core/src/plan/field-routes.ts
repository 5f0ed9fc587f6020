import type { JsonValue } from '../json.ts';
import type { WriteType } from '../plan.ts';
import type { FieldRule, WriteSettings } from './write-settings.ts';

/** What happens to a field of a request. */
type FieldRoute =
  { kind: 'unmapped' } | { kind: 'dropped' } | { kind: 'written'; field: string; ifEmpty: boolean };

/** A field as it is written: `key` is its name in the request, `field` the provider's. */
export type PlacedField = { key: string; value: JsonValue; field: string; ifEmpty: boolean };

/** The settings, made ready for writes of one type. */
export type FieldRoutes = ReturnType<typeof fieldRoutes>;

/**
 * Where the fields of a request go (Contract §4.3). Settings are found by the builder-side name; a provider field that
 * the request names directly has the settings of the builder-side name that is mapped to it, so that no rule can be
 * walked around.
 */
export function fieldRoutes(settings: WriteSettings, type: WriteType) {
  const mappings = new Map(settings.inheritMapping ? Object.entries(settings.readMappings) : []);
  const keyByField = new Map(
    [...mappings]
      .toSorted(byName)
      .toReversed()
      .map(([key, field]) => [field, key]),
  );
  const rules = new Map(Object.entries(settings.fields));
  const removesUnmapped = settings.removeUnmapped && settings.inheritMapping;

  const ruleOf = (key: string): FieldRule | undefined =>
    rules.get(key) ?? (mappings.has(key) ? undefined : rules.get(keyByField.get(key) ?? key));
  const routeOf = (key: string): FieldRoute => {
    if (removesUnmapped && !mappings.has(key)) return { kind: 'unmapped' };
    const when = whenWritten(ruleOf(key), type);
    if (when === 'never') return { kind: 'dropped' };
    return { kind: 'written', field: mappings.get(key) ?? key, ifEmpty: when === 'ifEmpty' };
  };

  const defaults = [...rules].toSorted(byName).flatMap(([key, rule]): PlacedField[] => {
    const route = routeOf(key);
    if (rule.default === undefined || key === 'id' || route.kind !== 'written') return [];
    if (type === 'update' && !rule.default.onUpdate) return [];
    return [{ key, value: rule.default.value, field: route.field, ifEmpty: route.ifEmpty }];
  });
  return {
    routeOf,
    /** Written when the request does not have them; in the order of their names. */
    defaults,
    /** The settings say nothing: every field is written under its own name, and no other one. */
    areStraight: mappings.size === 0 && rules.size === 0 && !removesUnmapped,
  };
}

function whenWritten(rule: FieldRule | undefined, type: WriteType): 'always' | 'never' | 'ifEmpty' {
  return (type === 'update' ? rule?.writeOnUpdate : rule?.writeOnCreate) ?? 'always';
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
