import { expect, test } from '@jest/globals';
import { isSameRecord } from './same-record.ts';

test.each([
  ['003Qk00000AbCdE', '003Qk00000AbCdEIAV', true],
  ['003Qk00000AbCdEIAV', '003Qk00000AbCdE', true],
  ['003qk00000abcdeiav', '003Qk00000AbCdE', true],
  ['003QK00000ABCDEIAV', '003qk00000abcdeiav', true],
  ['001300000000123', '001300000000123AAA', true],
  ['003Qk00000AbCdEIAV', '003Qk00000aBCdEIAW', false],
  ['003Qk00000AbCdE', '003Qk00000aBCdEIAW', false],
  ['003Qk00000AbCdE', '003Qk00000aBCdE', false],
  ['003Qk00000AbCdE', '003Qk00000AbCd', false],
  ['201', '201', true],
  ['0201', '201', true],
  ['201', '2011', false],
  ['0', '', false],
  ['a01', 'a1', false],
  [undefined, '201', false],
])('%s and %s name one record: %s', (one, other, isSame) => {
  expect(isSameRecord(one, other)).toBe(isSame);
});
