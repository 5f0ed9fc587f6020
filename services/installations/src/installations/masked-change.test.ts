import { expect, test } from '@jest/globals';
import { maskRule } from './masked-change.ts';

test('of a mask with very many faults the first are found, and that there are more', () => {
  const updateMask = Array.from({ length: 29_000 }, () => 'a');
  expect(maskRule({ updateMask, installation: {} })).toHaveLength(1_001);
});
