import { expect, test } from '@jest/globals';
import type { ApiKeyHolder } from './find-api-key.ts';
import { lastHolders } from './last-holders.ts';

test('a key has the holder that was found last, until it is not found any more', async () => {
  const holder: ApiKeyHolder = {
    kind: 'apiKey',
    keyId: 'k',
    project: { id: 'p', name: 'demo' },
    scopes: new Set(),
  };
  const held = new Map([['key', holder]]);
  const { findApiKey, lastHolder } = lastHolders((key) => Promise.resolve(held.get(key)));
  expect(lastHolder('key')).toBeUndefined();
  expect(await findApiKey('key')).toBe(holder);
  expect(await findApiKey('other')).toBeUndefined();
  expect([lastHolder('key'), lastHolder('other')]).toEqual([holder, undefined]);
  held.clear();
  expect(await findApiKey('key')).toBeUndefined();
  expect(lastHolder('key')).toBeUndefined();
});
