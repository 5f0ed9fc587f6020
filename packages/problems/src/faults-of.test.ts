import { expect, test } from '@jest/globals';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { faultsOf } from './faults-of.ts';
import { createSchemaCompiler } from './validator.ts';

test('of many faults each is looked at a few times only', () => {
  let looks = 0;
  const fault = (keyword: string, at: number): ErrorObject => ({
    get keyword() {
      looks += 1;
      return keyword;
    },
    instancePath: `/${at}`,
    schemaPath: '',
    params: {},
  });
  const types = Array.from({ length: 1_000 }, (_, at) => fault('type', at));
  const enums = Array.from({ length: 2_000 }, (_, at) => fault('enum', at));
  expect(faultsOf([...enums, ...types])).toHaveLength(2_000);
  expect(looks).toBeLessThan(30_000);
});

test('a list whose entries ajv would compare each with each is no schema of ours', () => {
  const list = (items: object) => ({ type: 'object', properties: { a: { uniqueItems: true, items } } });
  const compile = createSchemaCompiler();
  expect(() => compile(list({ enum: ['a'] }), 'body')).toThrow('`uniqueItems` needs');
  expect(compile(list({ type: 'string', enum: ['a'] }), 'body')({ a: ['a', 'a'] })).toHaveLength(1);
});
