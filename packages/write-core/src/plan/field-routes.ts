import type { JsonValue } from '../json.ts';
import { asWritten, type FieldRule, type WriteSettings } from './write-settings.ts';

/** `fieldKey` is equal for all names of a field. */
type Place = { field: string; fieldKey: string; ifEmpty: boolean };

type FieldRoute =
  { kind: 'unmapped' } | { kind: 'dropped' } | { kind: 'no-field' } | ({ kind: 'written' } & Place);

/** `key`: in the request. */
export type PlacedField = Place & { key: string; value: JsonValue };

export type FieldRoutes = ReturnType<typeof fieldRoutes>;

/**
 * Contract §4.3. Settings apply to the builder-side name, also if the request names the mapped provider
 * field, so that no rule can be bypassed. The mapping's spelling is sent, else the request's.
 */
export function fieldRoutes(settings: WriteSettings, type: 'create' | 'update') {
  const { fieldKeyOf: keyOf = asWritten, notFields = [] } = settings;
  const readMappings = Object.entries(settings.inheritMapping ? settings.readMappings : {});
  const mappings = new Map(readMappings.map(([name, field]) => [keyOf(name), field]));
  const nameByField = new Map(
    [...mappings]
      .toSorted(byName)
      .toReversed()
      .map(([name, field]) => [keyOf(field), name]),
  );
  const byNames = Object.entries(settings.fields).toSorted(byName);
  const rules = new Map(byNames.map(([name, rule]) => [keyOf(name), rule]));
  const removesUnmapped = settings.removeUnmapped && settings.inheritMapping;

  const ruleOf = (name: string): FieldRule | undefined =>
    rules.get(name) ?? (mappings.has(name) ? undefined : rules.get(nameByField.get(name) ?? name));
  const routeOf = (key: string): FieldRoute => {
    const name = keyOf(key);
    const mapped = mappings.get(name);
    if (removesUnmapped && mapped === undefined) return { kind: 'unmapped' };
    const when = whenWritten(ruleOf(name), type);
    if (when === 'never') return { kind: 'dropped' };
    const field = mapped ?? key;
    const fieldKey = mapped === undefined ? name : keyOf(mapped);
    if (notFields.includes(fieldKey)) return { kind: 'no-field' };
    return { kind: 'written', field, fieldKey, ifEmpty: when === 'ifEmpty' };
  };

  const defaults = byNames.flatMap(([key, rule]): PlacedField[] => {
    const route = routeOf(key);
    if (rule.default === undefined || route.kind !== 'written') return [];
    if (type === 'update' && !rule.default.onUpdate) return [];
    const { field, fieldKey, ifEmpty } = route;
    if (isOfId(keyOf(key), route)) return [];
    return [{ key, value: rule.default.value, field, fieldKey, ifEmpty }];
  });
  return {
    routeOf,
    fieldOf: (key: string): string => mappings.get(keyOf(key)) ?? key,
    /** Sorted by name. */
    defaults,
    areStraight: mappings.size === 0 && rules.size === 0 && !removesUnmapped,
    fieldKeyOf: settings.fieldKeyOf,
    notFields,
  };
}

/** The id of a record has no default. */
const isOfId = (name: string, { fieldKey }: Place): boolean => name === 'id' || fieldKey === 'id';

/**
 * Why no write uses a default, in words after its name. Undefined if one may, or only its own `never`
 * prevents it.
 */
export function whyUnused(settings: WriteSettings): (name: string) => string | undefined {
  const { fieldKeyOf: keyOf = asWritten } = settings;
  const routes = (['create', 'update'] as const).map((type) => fieldRoutes(settings, type).routeOf);
  return (name) => {
    for (const route of routes.map((routeOf) => routeOf(name))) {
      if (route.kind === 'unmapped') return 'is not mapped, and fields that are not mapped are removed';
      if (route.kind === 'no-field') return 'is no field of a record';
      if (route.kind === 'written' && isOfId(keyOf(name), route)) return 'is the id of a record';
    }
    return undefined;
  };
}

function whenWritten(rule: FieldRule | undefined, type: 'create' | 'update'): 'always' | 'never' | 'ifEmpty' {
  return (type === 'update' ? rule?.writeOnUpdate : rule?.writeOnCreate) ?? 'always';
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
