import { expect, test } from '@jest/globals';
import { bodyFaults } from './body-faults.ts';
import type { Schema } from './operations.ts';

const schema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'of'],
  properties: {
    name: { type: 'string' },
    kind: { enum: ['a', 'b'] },
    of: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
    absent: { type: 'string' },
  },
};
const map: Schema = { type: 'object', additionalProperties: { type: 'object', additionalProperties: false } };
const example = { name: 'x', kind: 'a', of: { size: 1, more: 2 } };

test('a fault is made of each place of the example that the schema knows, and stands where its issue will', () => {
  const made = bodyFaults(schema, example).map(({ pointer, put }) => {
    const body = structuredClone(example);
    put(body);
    return [pointer, body];
  });
  expect(made).toEqual([
    ['/no-such-member', { ...example, 'no-such-member': 1 }],
    ['/name', { kind: 'a', of: example.of }],
    ['/of', { name: 'x', kind: 'a' }],
    ['/name', { ...example, name: 7 }],
    ['/name', { ...example, name: 'a\0b' }],
    ['/kind', { ...example, kind: 'no-such-word' }],
    ['/of/size', { ...example, of: { more: 2 } }],
    ['/of', { ...example, of: 'a text' }],
    ['/of/size', { ...example, of: { size: 'a text', more: 2 } }],
  ]);
});

test('faults are made within maps, too', () => {
  const made = bodyFaults(map, { 'a/b': {} }).map(({ pointer }) => pointer);
  expect(made).toEqual(['/a~1b/no-such-member', '/a~1b']);
});
