import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readInteger } from './read-integer.ts';

test('a whole number that a program wrote is read as it was', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => expect(readInteger(String(value))).toBe(value)));
});

test('what is read is written in no other way', () => {
  const digits = fc.string({
    unit: fc.constantFrom('-', '+', '0', '1', '9', '.', 'e', 'E', 'x', ' ', '_', '\n'),
  });
  fc.assert(
    fc.property(fc.oneof(digits, fc.string()), (text) => {
      const value = readInteger(text);
      expect(value === undefined ? text : String(value)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['', '-0', '+5', '05', '1e1', '0x5', '1.0', ' 5', '5\n', '９', '9007199254740992'])(
  '%j is no whole number',
  (text) => expect(readInteger(text)).toBeUndefined(),
);
