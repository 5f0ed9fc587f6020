type Schema = {
  examples?: readonly unknown[];
  const?: unknown;
  enum?: readonly unknown[];
  type?: string | readonly string[];
  format?: string;
  minimum?: number;
  items?: Schema;
  anyOf?: readonly Schema[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
};

/** Examples of a schema: its own, else one made of its parts. */
export function examplesOf(schema: object): readonly unknown[] {
  const { examples, anyOf } = schema as Schema;
  return examples ?? anyOf?.flatMap(examplesOf) ?? [exampleOf(schema)];
}

function exampleOf(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type;
  switch (type) {
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : [];
    case 'object':
      return objectExample(schema);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return texts[schema.format ?? ''] ?? 'text';
  }
}

/** Required members, and those with examples. */
const objectExample = ({ required = [], properties = {} }: Schema): unknown =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name, { examples }]) => required.includes(name) || examples)
      .map(([name, property]) => [name, exampleOf(property)]),
  );

const texts: Readonly<Record<string, string>> = {
  uuid: '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2',
  'date-time': '2026-11-21T10:15:30.123456Z',
};
