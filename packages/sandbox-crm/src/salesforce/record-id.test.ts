import { expect, test } from '@jest/globals';
import { fullId, idSuffix, recordId } from './record-id.ts';

test.each([
  ['001A0000006Vm9u', 'IAC'],
  ['000000000000000', 'AAA'],
  ['ABCDEFGHIJKLMNO', '555'],
  ['aBcDeaBcDeAbCdE', 'KKV'],
])('the suffix of %s is %s', (short, suffix) => {
  expect(idSuffix(short)).toBe(suffix);
});

test('ids of 15 and 18 characters are one; a wrong checksum or length is no id', () => {
  const id = recordId('003', 123_456_789);
  expect(id).toMatch(/^0035e0[0-9A-Za-z]{9}[A-Z0-5]{3}$/);
  expect(fullId(id)).toBe(id);
  expect(fullId(id.slice(0, 15))).toBe(id);
  for (const wrong of ['', 'nonsense', id.slice(0, 17), `${id.slice(0, 15)}ZZZ`, `${id}A`])
    expect(fullId(wrong)).toBeUndefined();
});
