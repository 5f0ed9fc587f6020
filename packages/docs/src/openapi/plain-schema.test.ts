import { expect, test } from '@jest/globals';
import { plainSchema } from './plain-schema.ts';

test.each<[string, object, object]>([
  [
    'conditions',
    { type: 'object', if: { required: ['a'] }, then: { required: ['b'] }, allOf: [{ if: {}, then: {} }] },
    { type: 'object' },
  ],
  [
    'members that are refused',
    { properties: { if: { type: 'string' }, id: false, not: true } },
    { properties: { if: { type: 'string' }, not: {} } },
  ],
  ['a text that is one value', { const: 'write' }, { type: 'string', enum: ['write'] }],
  ['a boolean that is one value', { const: true, description: 'a' }, { type: 'boolean', description: 'a' }],
  ['values without a type', { items: { enum: [1, 2] } }, { items: { type: 'number', enum: [1, 2] } }],
  ['data that looks like a schema', { examples: [{ const: 1 }] }, { examples: [{ const: 1 }] }],
  [
    'several types',
    { type: ['string', 'object'], required: ['value'], description: 'A text, or an object.' },
    { description: 'A text, or an object.' },
  ],
  ['a union', { anyOf: [{ type: 'array' }, { type: 'object' }], description: 'a' }, { description: 'a' }],
])('%s are published plainly', (_, schema, plain) => {
  expect(plainSchema(schema)).toEqual(plain);
});
