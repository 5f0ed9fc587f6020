import { dataKeywords, plainSchema } from './plain-schema.ts';

/** Collects schemas with an `$id`, so that a document holds each once. */
export type SchemaShelf = {
  /** The plain form of a schema, with references to named ones. */
  refer(schema: unknown): unknown;
  schemas(): Readonly<Record<string, unknown>>;
};

/** @throws Error, from `refer`, if two different schemas have the same `$id` */
export function createSchemaShelf(): SchemaShelf {
  const shelf = new Map<string, unknown>();
  const referred = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(referred);
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $id: name, ...rest } = schema as Record<string, unknown>;
    const inner = Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, dataKeywords.has(key) ? value : referred(value)]),
    );
    if (typeof name !== 'string') return name === undefined ? inner : { $id: referred(name), ...inner };
    const known = shelf.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(inner)) {
      throw new Error(`Two different schemas are named ${name}.`);
    }
    shelf.set(name, inner);
    return { $ref: `#/components/schemas/${name}` };
  };
  const refer = (schema: unknown): unknown => referred(plainSchema(schema));
  return { refer, schemas: () => Object.fromEntries([...shelf].sort(([a], [b]) => (a < b ? -1 : 1))) };
}
