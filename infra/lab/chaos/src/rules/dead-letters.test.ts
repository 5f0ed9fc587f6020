import { expect, test } from '@jest/globals';
import type { Entry } from '../entry.ts';
import { deadLettersWithReason } from './dead-letters.ts';

const spoilt = (key: string): Entry => ({ kind: 'spoilt', key, atMs: 0 });
const letter = (key: string, reason: string): Entry => ({ kind: 'deadLetter', key, reason });
const reasons = { 'no-json': /JSON/ };

test.each([
  ['is none', []],
  ['is one twice', [letter('no-json-1', 'No JSON'), letter('no-json-1', 'No JSON')]],
  ['has another reason', [letter('no-json-1', 'too large')]],
  ['has a neighbour that is none', [letter('no-json-1', 'No JSON'), letter('right-1', 'No JSON')]],
])('a message that %s is seen', (_, letters) => {
  expect(deadLettersWithReason([spoilt('no-json-1'), letter('no-json-1', 'No JSON')], reasons).holds).toBe(
    true,
  );
  expect(deadLettersWithReason([spoilt('no-json-1'), ...letters], reasons).holds).toBe(false);
});

test('a run without such messages shows nothing', () => {
  expect(deadLettersWithReason([], reasons).holds).toBe(false);
});
