import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/service-kit';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import { plainArray, textArray } from './array-parameters.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const read = async (type: string, parameter: unknown): Promise<unknown> =>
  (await database.pool.query<{ given: unknown }>(`SELECT $1::${type}[] AS given`, [parameter])).rows[0]
    ?.given;

test.each([
  [[]],
  [['']],
  [['NULL', null, '{a,"b"}', 'back\\slash', "it's", 'two\nlines', ' spaces ']],
  [['grün', '日本', '👍', JSON.stringify({ a: ['"', null] })]],
  [[null]],
])('texts arrive as they are: %j', async (texts) => {
  expect(await read('text', textArray(texts))).toEqual(texts);
});

test('texts stand in the rows of unnest beside arrays that are given as text', async () => {
  const ids = [newId(), newId()];
  const { rows } = await database.pool.query(
    'SELECT * FROM unnest($1::uuid[], $2::text[]) AS given (id, said)',
    [plainArray(ids), textArray(['a', null])],
  );
  expect(rows).toEqual([
    { id: ids[0], said: 'a' },
    { id: ids[1], said: null },
  ]);
});

test.each([
  ['int', [1, -2, null]],
  ['float8', [0.5, 1e21, null]],
  ['bool', [true, false, null]],
  ['int', []],
])('%s: values that need no quotes: %j', async (type, values) => {
  expect(await read(type, plainArray(values))).toEqual(values);
});
