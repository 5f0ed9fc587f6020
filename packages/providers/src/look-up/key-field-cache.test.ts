import { expect, test } from '@jest/globals';
import { keyFieldCache } from './key-field-cache.ts';
import type { KeyField } from './key-field.ts';

const connection = { provider: 'p', account: 'a', accessToken: 't' };
const fields: readonly KeyField[] = [];

test('the key fields of an object are known for ten minutes, per account', () => {
  let nowMs = 0;
  const cache = keyFieldCache(() => nowMs);
  cache.set(connection, 'contacts', fields);
  nowMs = 10 * 60_000 - 1;
  expect(cache.get({ ...connection, accessToken: 'another' }, 'contacts')).toBe(fields);
  expect(cache.get(connection, 'deals')).toBeUndefined();
  expect(cache.get({ ...connection, account: 'b' }, 'contacts')).toBeUndefined();
  nowMs += 1;
  expect(cache.get(connection, 'contacts')).toBeUndefined();
});

test('of more than a thousand objects the one that was described first is forgotten', () => {
  const cache = keyFieldCache(() => 0);
  for (let number = 0; number <= 1_000; number += 1) cache.set(connection, `object ${number}`, fields);
  expect(cache.get(connection, 'object 0')).toBeUndefined();
  expect(cache.get(connection, 'object 1')).toBe(fields);
});
