import { expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as contracts from './index.ts';

type Schema = {
  $id?: string;
  type?: unknown;
  description?: string;
  examples?: readonly unknown[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: unknown;
};

const { eventDataSchemas, writeRequestExamples, writeAnswerExamples, ...others } = contracts;
const exported = Object.entries(others).flatMap(([name, schema]): [string, Schema][] =>
  name.endsWith('Schema') ? [[name, schema as Schema]] : [],
);
const page = contracts.pageOf('SomePage', { type: 'string' });
const schemas: [string, Schema][] = [...exported, ['pageOf', page], ...Object.entries(eventDataSchemas)];

/** A schema with all that stand within it, each by its place and whether it is a property. */
function* within(schema: Schema, at: string, isProperty = false): Generator<{ at: string } & Part> {
  yield { at, schema, isProperty };
  if (schema.items) yield* within(schema.items, `${at}/items`);
  if (typeof schema.additionalProperties === 'object')
    yield* within(schema.additionalProperties as Schema, `${at}/additionalProperties`);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* within(property, `${at}/${name}`, true);
}
type Part = { schema: Schema; isProperty: boolean };

const parts = (of: readonly [string, Schema][]) => of.flatMap(([name, schema]) => [...within(schema, name)]);

/** Holds the schema of schemas, which takes longer to compile than any of ours. */
const schemaOfSchemas = new Ajv2020(contracts.ajvOptions);
const compiled = new WeakMap<object, ValidateFunction>();
/** As every validator of ours does it, each schema alone: an `$id` may stand in several. */
const compile = (schema: object): ValidateFunction => {
  const known = compiled.get(schema);
  if (known) return known;
  void schemaOfSchemas.validateSchema(schema, true);
  const validate = new Ajv2020({ ...contracts.ajvOptions, validateSchema: false }).compile(schema);
  compiled.set(schema, validate);
  return validate;
};
const faultsOf = (schema: object, value: unknown) => {
  const validate = compile(schema);
  return validate(value) ? [] : validate.errors;
};

test.each(schemas)('%s compiles', (_, schema) => {
  expect(() => compile(schema)).not.toThrow();
});

test('each schema has another name', () => {
  const names = schemas.flatMap(([, { $id }]) => $id ?? []);
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThan(40);
});

test('each property of a request and of an answer has a description', () => {
  const described = parts([...exported, ['pageOf', page]]).filter(({ isProperty }) => isProperty);
  expect(described.filter(({ schema }) => !schema.description).map(({ at }) => at)).toEqual([]);
  expect(described.length).toBeGreaterThan(300);
});

test('each example is as its schema says', () => {
  const examples = parts(schemas).flatMap(({ at, schema }) =>
    (schema.examples ?? []).map((example) => ({ at, faults: faultsOf(schema, example) })),
  );
  expect(examples.filter(({ faults }) => faults?.length !== 0)).toEqual([]);
  expect(examples.length).toBeGreaterThan(100);
});

test.each(Object.entries(writeRequestExamples))('the body `%s` is one of a write', (_, { value }) => {
  expect(faultsOf(contracts.writeRequestSchema, value)).toEqual([]);
});

test.each(Object.entries(writeAnswerExamples))('the answer `%s` is one to a write', (_, { value }) => {
  expect(faultsOf(contracts.writeAnswerSchema, value)).toEqual([]);
});
