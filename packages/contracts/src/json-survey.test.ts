import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { surveyJson } from './json-survey.ts';

const survey = (text: string, limits: Partial<Parameters<typeof surveyJson>[1]> = {}) =>
  surveyJson(text, { levels: 64, values: 1_000, pointer: 500, faults: 10, ...limits });

test('any JSON that a program wrote has no fault', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(survey(text)).toEqual([]);
      expect(survey(JSON.stringify(JSON.parse(text), undefined, 2))).toEqual([]);
    }),
  );
});

test.each([
  ['{"a":1,"a":2}', '/a'],
  ['{"a":1,"\\u0061":2}', '/a'],
  ['{"x":[{},{"b/c":1,"d":{"a":1},"b/c":2}]}', '/x/1/b~1c'],
  ['{"a":"{\\"a\\":1,","a" :1}', '/a'],
])('%s: a name comes twice', (text, pointer) => {
  expect(survey(text)).toMatchObject([{ kind: 'twice', pointer }]);
});

test.each([
  '{"a":{"a":1},"b":{"a":1}}',
  '["a","a"]',
  '{"a":"a","b":"a"}',
  '{"a\\\\":1,"a":2}',
  '[{"a":1},{"a":1}]',
])('%s: no name comes twice', (text) => {
  expect(survey(text)).toEqual([]);
});

test('depth and number of values are limited', () => {
  expect(survey('[[[]]]', { levels: 2, values: 9 })).toEqual([{ kind: 'too-deep' }]);
  expect(survey('[[[]]]', { levels: 3, values: 9 })).toEqual([]);
  expect(survey('[1,2,3,4]', { levels: 9, values: 3 })).toEqual([{ kind: 'too-many' }]);
  expect(survey('[1,2,3]', { levels: 9, values: 3 })).toEqual([]);
  expect(survey('"[[[,,,"', { levels: 1, values: 1 })).toEqual([]);
});

test.each([
  [`{"${'a'.repeat(10)}":1}`, ''],
  ['{"a":{"b":[{},{"cdef":1}]}}', '/a/b/1'],
])('%s: the names down to a member are limited', (text, pointer) => {
  expect(survey(text, { pointer: 11 })).toEqual([]);
  expect(survey(text, { pointer: 10 })).toEqual([{ kind: 'too-long', pointer }]);
});

test('of names that come twice the first are told', () => {
  expect(survey(`{${'"a":1,'.repeat(50)}"a":1}`)).toHaveLength(10);
});

test('what is no JSON is left to the parser', () => {
  for (const text of ['', '}', ']]', '{"a', '{"\\', '{"\\u00":1,"\\u00":2', ',,,'])
    expect(() => survey(text)).not.toThrow();
});
