import { expect, test } from '@jest/globals';
import { isSameRecord } from './same-record.ts';

test.each([
  ['003Qk00000AbCdE', '003Qk00000AbCdEIAV', true],
  ['003Qk00000AbCdEIAV', '003Qk00000AbCdE', true],
  ['003Qk00000AbCdEIAV', '003Qk00000aBCdEIAV', false],
  ['201', '201', true],
  ['201', '2011', false],
  [undefined, '201', false],
])('%s and %s name one record: %s', (one, other, isSame) => {
  expect(isSameRecord(one, other)).toBe(isSame);
});
