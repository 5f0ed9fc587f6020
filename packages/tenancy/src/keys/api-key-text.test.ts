import { expect, test } from '@jest/globals';
import { createApiKeyText, looksLikeApiKey } from './api-key-text.ts';

test('a key has the prefix, 43 digits of 32 random bytes and six of a checksum', () => {
  const key = createApiKeyText(['full']);
  expect(key).toMatch(/^writ_[0-9A-Za-z]{49}$/);
  expect(looksLikeApiKey(key)).toBe(true);
  expect(createApiKeyText(['full'])).not.toBe(key);
});

test('a key for pages alone says so in its prefix, which its checksum covers', () => {
  const key = createApiKeyText(['frontend']);
  expect(key).toMatch(/^writ_frontend_[0-9A-Za-z]{49}$/);
  expect(looksLikeApiKey(key)).toBe(true);
  expect(looksLikeApiKey(key.replace('frontend_', ''))).toBe(false);
  expect(createApiKeyText(['frontend', 'write:records'])).toMatch(/^writ_[0-9A-Za-z]{49}$/);
});

test('a key with any character changed is refused by its checksum', () => {
  const key = createApiKeyText(['full']);
  for (let at = 'writ_'.length; at < key.length; at += 1) {
    const other = key.charAt(at) === 'x' ? 'y' : 'x';
    expect(looksLikeApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
});

test.each([
  '',
  'writ_',
  'test',
  `writ_${'a'.repeat(49)}`,
  `${createApiKeyText(['full'])}0`,
  ` ${createApiKeyText(['full'])}`,
])('%j is no key', (text) => {
  expect(looksLikeApiKey(text)).toBe(false);
});
