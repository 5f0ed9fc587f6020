import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { namesIn, pointerTo } from './json.ts';

test('the names that a pointer was made of are read from it', () => {
  const names = fc.array(fc.oneof(fc.string(), fc.constantFrom('~', '/', '~1', '~0', '~01', '')), {
    minLength: 1,
  });
  fc.assert(
    fc.property(names, (path) => {
      const pointer = path.reduce(pointerTo, '');
      expect(namesIn(pointer)).toEqual(path);
      expect(namesIn(pointer).reduce(pointerTo, '')).toBe(pointer);
    }),
  );
});
