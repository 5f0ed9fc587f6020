import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createKeyring, encryptionKeysVariable } from './keyring.ts';
import { unseal, seal, SealedError } from './seal.ts';

const key = () => randomBytes(32).toString('base64');
const place = { table: 'connection', column: 'credentials', rowId: 'row-1' };

test('what was sealed is opened again, and looks different each time', () => {
  const keyring = createKeyring(`k1:${key()}`);
  const sealed = seal(keyring, 'a secret: ü', place);
  expect(sealed).toMatch(/^v1:k1:[^:]+:[^:]+:[^:]+$/);
  expect(sealed).not.toBe(seal(keyring, 'a secret: ü', place));
  expect(unseal(keyring, sealed, place)).toBe('a secret: ü');
});

test('after a rotation the new key seals and the old one still opens', () => {
  const old = key();
  const sealed = seal(createKeyring(`old:${old}`), 'secret', place);
  const rotated = createKeyring(`new:${key()}, old:${old}`);
  expect(unseal(rotated, sealed, place)).toBe('secret');
  expect(seal(rotated, 'secret', place)).toMatch(/^v1:new:/);
});

test('a sealed value that was moved, changed, cut or sealed by an unknown key is not opened', () => {
  const keyring = createKeyring(`k1:${key()}`);
  const sealed = seal(keyring, 'secret', place);
  expect(() => unseal(keyring, sealed, { ...place, rowId: 'row-2' })).toThrow(SealedError);
  expect(() => unseal(keyring, sealed.replace(/.{4}$/, 'AAAA'), place)).toThrow(SealedError);
  const [version, keyId, nonce, tag = '', text] = sealed.split(':');
  const shortTag = Buffer.from(tag, 'base64').subarray(0, 4).toString('base64');
  expect(() => unseal(keyring, [version, keyId, nonce, shortTag, text].join(':'), place)).toThrow(
    SealedError,
  );
  expect(() => unseal(createKeyring(`k2:${key()}`), sealed, place)).toThrow('no key with the id "k1"');
  expect(() => unseal(keyring, 'plain text', place)).toThrow('unknown form');
});

test.each([
  ['no entry', ''],
  ['an entry without an id', key()],
  ['a key that is too short', `k1:${randomBytes(16).toString('base64')}`],
  ['the same id twice', `k1:${key()},k1:${key()}`],
])('a keyring with %s is a fault that shows no key', (_, text) => {
  const parsed = encryptionKeysVariable.parse(text);
  expect(parsed).toHaveProperty('fault');
  for (const part of text.split(/[:,]/).filter((word) => word.length > 10)) {
    expect(JSON.stringify(parsed)).not.toContain(part);
  }
});
