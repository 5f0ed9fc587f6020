import { expect, test } from '@jest/globals';
import { createApiKeyText, looksLikeApiKey } from './api-key-text.ts';

test('a key has the prefix, 43 digits of 32 random bytes and six of a checksum', () => {
  const key = createApiKeyText();
  expect(key).toMatch(/^writ_[0-9A-Za-z]{49}$/);
  expect(looksLikeApiKey(key)).toBe(true);
  expect(createApiKeyText()).not.toBe(key);
});

test('a key with any character changed is refused by its checksum', () => {
  const key = createApiKeyText();
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
  `${createApiKeyText()}0`,
  ` ${createApiKeyText()}`,
])('%j is no key', (text) => {
  expect(looksLikeApiKey(text)).toBe(false);
});
