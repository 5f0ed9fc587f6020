import { expect, test } from '@jest/globals';
import { createSchemaCompiler } from './index.ts';

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
  '',
])('%j is no time', (text) => expect(accepts('date-time', text)).toBe(false));

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
