import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readQuery } from './read-query.ts';

test('what a form encoder writes is read as it was', () => {
  const parameters = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })));
  fc.assert(
    fc.property(parameters, (given) => {
      const { query, issues } = readQuery(`/path?${new URLSearchParams(given).toString()}`);
      expect(issues).toEqual([]);
      const expected = Map.groupBy(given, ([name]) => name);
      expect(Object.keys(query).toSorted()).toEqual([...expected.keys()].toSorted());
      for (const [name, same] of expected) {
        const values = same.map(([, value]) => value);
        expect(Object.getOwnPropertyDescriptor(query, name)?.value).toEqual(
          values.length > 1 ? values : values[0],
        );
      }
    }),
  );
});

test.each(['a=%zz', 'a=%', 'a=%ff', 'a=%C3', 'a=%ED%A0%80'])('%s is no text, and a fault', (text) => {
  const { query, issues } = readQuery(`/path?b=1&${text}`);
  expect(query).toEqual({ b: '1' });
  expect(issues).toMatchObject([{ in: 'query', name: 'a' }]);
});

test('a name that cannot be read is told as it is written; empty parts are passed over', () => {
  expect(readQuery('/path?&%zz=1&').issues).toMatchObject([{ name: '%zz' }]);
  expect(readQuery('/path?&&').query).toEqual({});
  expect(readQuery('/path?a&b=c=d&e=x+y%2B').query).toEqual({ a: '', b: 'c=d', e: 'x y+' });
});
