import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import * as contracts from './index.ts';
import { patterns } from './patterns.ts';
import { faultDetail } from './schema-faults.ts';

/** Every value of a keyword, wherever it stands in a schema. */
function* valuesOf(keyword: string, schema: unknown): Generator {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, value] of Object.entries(schema)) {
    if (name === keyword && typeof value === 'string') yield value;
    yield* valuesOf(keyword, value);
  }
}
const schemas = Object.entries(contracts).filter(([name]) => /schemas?$/i.test(name));
const allOf = (keyword: string) => new Set(schemas.flatMap(([, schema]) => [...valuesOf(keyword, schema)]));

const compile = (schema: object): ((value: unknown) => string[]) => {
  const validate = new Ajv2020({ ...contracts.ajvOptions, verbose: true }).compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(faultDetail));
};
const detailsOf = (schema: object, value: unknown): string[] => compile(schema)(value);

test('every pattern of a schema is one that has words', () => {
  const known: unknown[] = Object.values(patterns);
  expect(allOf('pattern').size).toBeGreaterThan(4);
  expect([...allOf('pattern')].filter((pattern) => !known.includes(pattern))).toEqual([]);
});

test.each([
  ...Object.values(patterns).map((pattern) => ({ pattern })),
  ...[...allOf('format')].map((format) => ({ format: String(format) })),
])('who is refused by $pattern$format is told in words, and with an example that is right', (form) => {
  const schema = { type: 'string', ...form };
  const [detail = '', ...others] = detailsOf(schema, '\0\n ~');
  expect(others).toEqual([]);
  expect(detail).toMatch(/^Must .*\.$/);
  for (const raw of Object.values(form)) expect(detail).not.toContain(raw);
  const example = /such as `([^`]+)`/.exec(detail)?.[1];
  if (!detail.includes('U+0000')) expect(example).toBeDefined();
  if (example !== undefined) expect(detailsOf(schema, example)).toEqual([]);
});

test.each([
  [{ maxLength: 2 }, 'abc', 'Must have at most 2 characters.'],
  [{ minLength: 2 }, 'a', 'Must have at least 2 characters.'],
  [{ minimum: 1 }, 0, 'Must be at least 1.'],
  [{ maximum: 1 }, 2, 'Must be at most 1.'],
  [{ minItems: 1 }, [], 'Must not be empty.'],
  [{ minItems: 2 }, [1], 'Must have at least 2 entries.'],
  [{ maxItems: 1 }, [1, 2], 'Must have at most 1 entry.'],
  [{ minProperties: 1 }, {}, 'Must not be empty.'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'Must have at most 1 member.'],
  [{ uniqueItems: true }, ['a', 'b', 'a'], 'The entries at 0 and 2 are the same.'],
])('what %j refuses is told in words', (schema, value, detail) => {
  expect(detailsOf(schema, value)).toEqual([detail]);
});

test('a name of a topic or destination is what the rule says', () => {
  const { name } = contracts.topicRequestSchema.properties;
  const faultsOf = compile(name);
  const isRight = (text: string) => faultsOf(text).length === 0;
  const unit = fc.oneof(
    fc.constantFrom('.', ' ', '/', ':', '-', 'a', '\u00a0', '\n', '\u0085', '\u200b', '\u202e', '\ufeff'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  const text = fc.oneof(
    fc.string({ unit, maxLength: 140 }),
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
  );
  fc.assert(
    fc.property(text, (given) => {
      const length = Array.from(given).length;
      const isId = /^[0-9a-f-]{36}$/i.test(given) && given.split('-').length === 5;
      const isPrintable =
        // eslint-disable-next-line no-control-regex -- control characters are what it is about
        !/[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(given);
      const expected =
        length >= 1 && length <= 128 && !isId && isPrintable && !/[/:]|^\.\.?$|^\s|\s$/.test(given);
      expect(isRight(given)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});
