import { expect, test } from '@jest/globals';
import { createSchemaCompiler } from './validator.ts';

const compile = createSchemaCompiler();
const accepts = (format: string, text: string): boolean =>
  compile({ type: 'string', format }, 'body')(text).length === 0;

test.each([
  '2026-11-21T10:15:30Z',
  '2026-11-21T10:15:30.123456Z',
  '2026-11-21T10:15:30+05:30',
  '2024-02-29T23:59:59Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-11-21t10:15:30.999999999z',
  '2026-11-21T10:15:30+23:59',
  '0000-12-31T23:59:59-00:01',
])('%s is a time', (text) => expect(accepts('date-time', text)).toBe(true));

test.each([
  '2026-11-21T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-11-31T00:00:00Z',
  '2026-11-21 10:15:30Z',
  '2026-11-21T10:15:30',
  '2026-11-21T24:00:00Z',
  '2026-11-21T10:15:30+24:00',
  '2026-11-21',
  '2026-11-21T10:15:305Z',
  '2026-11-21T10:15:30.Z',
  '2026-11-21T10:15:30+0530',
  '2026-11-21T10:15:30Z\n',
  '',
])('%j is no time', (text) => expect(accepts('date-time', text)).toBe(false));

test.each([
  ['2026-11-21T10:15:30Z', '2026-11-21T10:15:30Z'],
  ['2026-11-21t10:15:30.5z', '2026-11-21T10:15:30.5Z'],
  ['2026-11-21T00:00:00.1234567+23:59', '2026-11-20T00:01:00.123456Z'],
  ['2026-12-31T23:59:59.9999999-00:01', '2027-01-01T00:00:59.999999Z'],
  ['0000-12-31T23:59:59-00:01', '0001-01-01T00:00:59Z'],
])('%s is passed on as %s, wherever it stands', (text, utc) => {
  const time = { type: 'string', format: 'date-time' } as const;
  const schema = { type: 'object', properties: { at: time, list: { type: 'array', items: time } } };
  for (const where of ['body', 'query'] as const) {
    const input = { at: text, list: [text] };
    expect(compile(schema, where)(input)).toEqual([]);
    expect(input).toEqual({ at: utc, list: [utc] });
  }
});

test('an offset whose `+` was read as a blank is told so', () => {
  const check = compile(
    { type: 'object', properties: { since: { type: 'string', format: 'date-time' } } },
    'query',
  );
  const value = '2026-11-21T10:15:30 01:00';
  const input = { since: value };
  expect(check(input)).toEqual([
    { in: 'query', name: 'since', detail: expect.stringContaining('`%2B`') as unknown, value },
  ]);
  expect(input).toEqual({ since: value });
});

test('an id has one form only', () => {
  const id = '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2';
  expect(accepts('uuid', id)).toBe(true);
  for (const other of [`urn:uuid:${id}`, id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `${id}\n`]) {
    expect(accepts('uuid', other)).toBe(false);
  }
});

test('a value that is empty, or of another type, is told so once', () => {
  const properties = {
    name: { type: 'string', minLength: 1, pattern: '^[a-z]+$' },
    kind: { type: 'string', enum: ['a', 'b'] },
  };
  const check = createSchemaCompiler()({ type: 'object', properties }, 'body');
  expect(check({ name: '', kind: null }).map(({ detail }) => detail)).toEqual([
    'Must not be empty.',
    'Must be of type string.',
  ]);
  expect(check({ name: 'A', kind: 'c' })).toHaveLength(2);
});

test('the empty name of a member is told at the member, once', () => {
  const names = { type: 'object', propertyNames: { minLength: 1 }, additionalProperties: { type: 'string' } };
  const check = createSchemaCompiler()({ type: 'object', properties: { names } }, 'body');
  expect(check({ names: { '': 'a', b: 'c' } })).toEqual([
    {
      in: 'body',
      name: '/names/',
      detail: 'The name of a member must not be empty: name it, or leave it out.',
      value: '',
    },
  ]);
});
