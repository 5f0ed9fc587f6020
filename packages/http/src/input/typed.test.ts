import { expect, test } from '@jest/globals';
import { blanked } from './typed.ts';

test('values at places are undefined in a copy, whatever their names; members and entries stay', () => {
  const body = JSON.parse('{"a":{"b/c":1,"__proto__":2},"list":[1,"x"],"kept":3}') as object;
  const copy = blanked(body, ['/a/b~1c', '/a/__proto__', '/list/0', '/nowhere/at/all']) as Record<
    string,
    object
  >;
  expect(Object.entries(copy['a'] ?? {})).toEqual([
    ['b/c', undefined],
    ['__proto__', undefined],
  ]);
  expect(copy).toMatchObject({ list: [undefined, 'x'], kept: 3 });
  expect(JSON.stringify(body)).toContain('"b/c":1');
});
