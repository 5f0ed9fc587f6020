import { expect, test } from '@jest/globals';
import { writeRules } from './write-rules.ts';

const base = { groupRef: 'acme', type: 'create', record: { email: 'a@b.test' } };
const { record: _record, ...ofBatch } = base;
const namesOf = (body: unknown): string[] => writeRules(body).map(({ name }) => name);

test('a valid write has no issue', () => {
  expect(writeRules(base)).toEqual([]);
  expect(writeRules({ ...base, type: 'update', record: { id: 5, name: 'x' } })).toEqual([]);
  expect(
    writeRules({
      ...ofBatch,
      batch: [{ record: { a: 1 } }],
      batchPolicy: { allOrNone: true },
    }),
  ).toEqual([]);
  expect(writeRules({ ...base, mode: 'asynchronous', retryPolicy: { deadlineHours: 2 } })).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ['record and batch together', { ...base, batch: [{ record: {} }] }, ['/batch']],
  ['neither record nor batch', { groupRef: 'a', type: 'create' }, ['/record']],
  ['a delete with a batch', { groupRef: 'a', type: 'delete', batch: [{ record: { id: '1' } }] }, ['/batch']],
  ['a create with an id', { ...base, record: { id: '1' } }, ['/record/id']],
  ['an update without an id', { ...base, type: 'update' }, ['/record/id']],
  ['an update with an empty id', { ...base, type: 'update', record: { id: '' } }, ['/record/id']],
  [
    'an item of an update batch without an id',
    { groupRef: 'a', type: 'update', batch: [{ record: { id: '1' } }, { record: {} }] },
    ['/batch/1/record/id'],
  ],
  [
    'associations on an update',
    { ...base, type: 'update', record: { id: '1' }, associations: [{}] },
    ['/associations'],
  ],
  [
    'associations beside a batch',
    { groupRef: 'a', type: 'create', batch: [{ record: {} }], associations: [{}] },
    ['/associations'],
  ],
  ['a batch policy without a batch', { ...base, batchPolicy: {} }, ['/batchPolicy']],
  ['a retry policy on a synchronous write', { ...base, retryPolicy: { deadlineHours: 1 } }, ['/retryPolicy']],
  [
    'an auto batch policy on a synchronous write',
    { ...base, autoBatchPolicy: { maxDelayMinutes: 1 } },
    ['/autoBatchPolicy'],
  ],
  ['a number beyond all', { ...base, record: { a: { b: Number('1e999') } } }, ['/record/a/b']],
  ['an integer that is read as its neighbour', { ...base, record: { a: [2 ** 53] } }, ['/record/a/0']],
  [
    'a record of too many fields',
    { ...base, record: Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`f${i}`, 1])) },
    ['/record'],
  ],
  [
    'an option that holds the separator of options',
    { ...ofBatch, batch: [{ record: { a: ['x', 'y;z'], 'b/c': [';'], d: 'x;y' } }] },
    ['/batch/0/record/a/1', '/batch/0/record/b~1c/0'],
  ],
  [
    'an entry of a list that is no option',
    { ...base, record: { a: ['x', null, { b: 1 }, 2, true, ['y']], b: { c: [null] } } },
    ['/record/a/1', '/record/a/2', '/record/a/5'],
  ],
])('%s is an issue that names the place', (_, body, expected) => {
  expect(namesOf(body)).toEqual(expected);
});

test('several faults are told together', () => {
  expect(
    namesOf({
      type: 'delete',
      batch: [{ record: {} }],
      record: { id: '1' },
      batchPolicy: {},
      retryPolicy: {},
    }),
  ).toEqual(['/batch', '/batch', '/batch/0/record/id', '/retryPolicy']);
});

test.each([
  'Authorization',
  'COOKIE',
  'host',
  'Content-Length',
  'transfer-encoding',
  'Proxy-Anything',
  'x-forwarded-for',
  'Accept-Encoding',
  'User-Agent',
  'bad name',
  'x:y',
  '',
])('the header %j is never forwarded', (key) => {
  expect(namesOf({ ...base, headers: [{ key, value: 'x' }] })).toEqual(['/headers/0/key']);
});

test.each(['a\r\nb', 'a\nHost: b', 'a\0b', '\u2028'])('the header value %j is refused', (value) => {
  expect(namesOf({ ...base, headers: [{ key: 'Sforce-Auto-Assign', value }] })).toContain('/headers/0/value');
});

test('a header has one value, in whatever capitals its name comes', () => {
  const headers = [
    { key: 'Sforce-Auto-Assign', value: 'TRUE' },
    { key: 'Sforce-Call-Options', value: 'client=a' },
    { key: 'sforce-auto-assign', value: 'FALSE' },
    { key: 'Sforce-Call-Options', value: 'client=a' },
  ];
  expect(namesOf({ ...base, headers })).toEqual(['/headers/2/key']);
});

test('headers are limited in number and size', () => {
  const many = Array.from({ length: 21 }, (_, index) => ({ key: `x-${index}`, value: 'v' }));
  expect(namesOf({ ...base, headers: many })).toEqual(['/headers']);
  expect(namesOf({ ...base, headers: [{ key: 'x-a', value: 'v'.repeat(4_097) }] })).toEqual(['/headers']);
});

test('nesting beyond 32 levels is refused without being walked', () => {
  let nested: unknown = 1;
  for (let level = 0; level < 10_000; level += 1) nested = { a: nested };
  expect(writeRules({ ...base, record: { nested } })).toHaveLength(1);
});

test('any body is looked at without a throw', () => {
  for (const body of [
    null,
    1,
    'x',
    [],
    { batch: 5, headers: 'no', record: null },
    { batch: [null, 1], headers: [null] },
  ]) {
    expect(() => writeRules(body)).not.toThrow();
  }
});

test('a member of a wrong type counts as given: it alone is reported', () => {
  const later = { type: 'create', mode: 'asynchronous', autoBatchPolicy: { maxDelayMinutes: 1 } };
  expect(writeRules({ ...later, record: undefined })).toEqual([]);
  expect(writeRules({ type: 'create', batchPolicy: {}, batch: undefined })).toEqual([]);
});
