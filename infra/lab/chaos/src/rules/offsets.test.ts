import { expect, test } from '@jest/globals';
import type { Entry } from '../entry.ts';
import { offsetsNeverBack } from './offsets.ts';

const at = (offsets: Record<string, number>): Entry => ({ kind: 'offsets', atMs: 0, offsets });

test('an offset that moves back is seen, whatever those of other partitions do', () => {
  expect(offsetsNeverBack([at({ 0: 1, 1: 5 }), at({ 0: 1, 1: 7 })]).holds).toBe(true);
  expect(offsetsNeverBack([at({ 0: 1, 1: 5 }), at({ 0: 9, 1: 4 })]).holds).toBe(false);
  expect(offsetsNeverBack([at({ 0: 0 })]).holds).toBe(false);
});
