export const dataKeywords: ReadonlySet<string> = new Set(['examples', 'const', 'enum', 'default']);

/** Client generators ignore these keywords, or misread them. */
const conditions: ReadonlySet<string> = new Set([
  ...['if', 'then', 'else', 'not', 'contains', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
]);
/** Kept in a schema of any value. */
const annotations: ReadonlySet<string> = new Set([
  'description',
  'examples',
  'deprecated',
  'writeOnly',
  '$id',
]);

/**
 * A schema as it is published for client generators: without conditions and refused members; `const` is an `enum` of
 * one; every `enum` has a `type`; a value of several types may be anything.
 */
export function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const rest = withTypedValues(schema as Record<string, unknown>);
  const isOfSeveral = Array.isArray(rest['type']) || 'anyOf' in rest || 'oneOf' in rest;
  const plain = Object.entries(rest)
    .filter(([key]) => !conditions.has(key) && (!isOfSeveral || annotations.has(key)))
    .map(([key, value]) => [key, plainValue(key, value)] as const);
  return Object.fromEntries(plain.filter(([key, value]) => key !== 'allOf' || isConditioned(value)));
}

function plainValue(key: string, value: unknown): unknown {
  if (dataKeywords.has(key)) return value;
  if (key === 'properties') return plainMembers(value as Readonly<Record<string, unknown>>);
  return plainSchema(value);
}

const plainMembers = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([, member]) => member !== false)
      .map(([name, member]) => [name, member === true ? {} : plainSchema(member)]),
  );

const isConditioned = (parts: unknown): boolean =>
  (parts as readonly object[]).some((part) => Object.keys(part).length > 0);

function withTypedValues({ const: only, ...schema }: Record<string, unknown>): Record<string, unknown> {
  if (typeof only === 'boolean') return { type: 'boolean', ...schema };
  const values = only === undefined ? schema['enum'] : [only];
  if (!Array.isArray(values) || 'type' in schema)
    return { ...schema, ...(values !== undefined && { enum: values }) };
  const types = new Set(values.map((value) => typeof value));
  return types.size === 1 ? { type: [...types][0], ...schema, enum: values } : { ...schema, enum: values };
}
