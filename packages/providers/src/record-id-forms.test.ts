import { expect, test } from '@jest/globals';
import { isSameRecord, recordIdForms } from './record-id-forms.ts';

test.each([
  ['001D000000IqhSL', ['001D000000IqhSL', '001D000000IqhSLIAZ']],
  ['001D000000IqhSLIAZ', ['001D000000IqhSLIAZ', '001D000000IqhSL']],
  ['001d000000iqhsliaz', ['001d000000iqhsliaz', '001D000000IqhSL', '001D000000IqhSLIAZ']],
  ['0051', ['0051', '51']],
  ['51', ['51']],
  ['order-1', ['order-1']],
])('%s is looked for in all its forms', (id, forms) => {
  expect(recordIdForms(id)).toEqual(forms);
});

test.each([
  ['003Qk00000AbCdE', '003Qk00000AbCdEIAV', true],
  ['003qk00000abcdeiav', '003Qk00000AbCdE', true],
  ['003QK00000ABCDEIAV', '003qk00000abcdeiav', true],
  ['003Qk00000AbCdEIAV', '003Qk00000aBCdEIAW', false],
  ['003Qk00000AbCdE', '003Qk00000aBCdEIAW', false],
  ['003Qk00000AbCdE', '003Qk00000aBCdE', false],
  ['201', '201', true],
  ['0201', '201', true],
  ['201', '2011', false],
  ['0', '', false],
  ['a01', 'a1', false],
])('%s and %s name one record: %s', (one, other, isSame) => {
  expect(isSameRecord(one, other)).toBe(isSame);
});
