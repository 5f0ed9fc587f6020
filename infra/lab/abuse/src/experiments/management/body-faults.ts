import type { Schema } from './operations.ts';

/** A fault for a copy of an example; `pointer` is the place of its issue. */
export type BodyFault = { pointer: string; put: (body: Json) => void };

type Json = Record<string, unknown>;
type Place = { schema: Schema; pointer: string; names: readonly string[]; value: unknown };

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

export function bodyFaults(schema: Schema, example: unknown): readonly BodyFault[] {
  return places({ schema, pointer: '', names: [], value: example }).flatMap((place) => [
    ...unknownMember(place),
    ...missingMembers(place),
    ...wrongValue(place),
    ...unstorableText(place),
  ]);
}

function places(place: Place): Place[] {
  const { schema, pointer, names, value } = place;
  if (!isObject(value)) return [place];
  const below = Object.entries(value).flatMap(([name, one]) => {
    const member = schema.properties?.[name] ?? schema.additionalProperties;
    const at = `${pointer}/${escaped(name)}`;
    return isObject(member)
      ? places({ schema: member, pointer: at, names: [...names, name], value: one })
      : [];
  });
  return [place, ...below];
}

const unknownMember = ({ schema, pointer, names, value }: Place): BodyFault[] =>
  schema.additionalProperties === false && isObject(value)
    ? [{ pointer: `${pointer}/no-such-member`, put: (body) => (at(body, names)['no-such-member'] = 1) }]
    : [];

const missingMembers = ({ schema, pointer, names, value }: Place): BodyFault[] =>
  (schema.required ?? [])
    .filter((name) => isObject(value) && Object.hasOwn(value, name))
    .map((name) => ({
      pointer: `${pointer}/${escaped(name)}`,
      put: (body) => void Reflect.deleteProperty(at(body, names), name),
    }));

function wrongValue(place: Place): BodyFault[] {
  const { schema, names } = place;
  if (names.length === 0) return [];
  if (schema.enum) return [replaced(place, 'no-such-word')];
  if (schema.type === 'string') return [replaced(place, 7)];
  return schema.type === 'object' || schema.type === 'array' || schema.type === 'integer'
    ? [replaced(place, 'a text')]
    : [];
}

const unstorableText = (place: Place): BodyFault[] =>
  place.names.length > 0 && place.schema.type === 'string' && !place.schema.enum
    ? [replaced(place, 'a\0b')]
    : [];

const replaced = ({ pointer, names }: Place, by: unknown): BodyFault => ({
  pointer,
  put: (body) => (at(body, names.slice(0, -1))[names.at(-1) ?? ''] = by),
});

const at = (body: Json, names: readonly string[]): Json =>
  names.reduce((found, name) => found[name] as Json, body);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
