import { expect, test } from '@jest/globals';
import { createCallSizes } from './call-sizes.ts';

test('calls get smaller while they are refused, and larger again after three that are clean', () => {
  const { ended, of } = createCallSizes();
  const mostOf = () => of(['a', 'b']).map(({ most }) => most);
  expect(mostOf()).toEqual([]);
  // Two that were under way together count once.
  for (const size of [100, 100]) ended('a', 'k', size, 'too-large');
  expect(mostOf()).toEqual([50]);
  ended('a', 'k', 1, 'too-large');
  ended('b', 'other', 8, 'too-large');
  expect(mostOf()).toEqual([1, 4]);
  for (const course of ['clean', 'clean', 'mixed', 'clean', 'clean'] as const) ended('a', 'k', 1, course);
  expect(mostOf()).toEqual([1, 4]);
  ended('a', 'k', 1, 'clean');
  expect(mostOf()).toEqual([2, 4]);
  for (let calls = 0; calls < 21; calls += 1) ended('a', 'k', 1, 'clean');
  expect(mostOf()).toEqual([4]);
});
