import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createKeyring, encryptionKeysVariable, keyOf } from './keyring.ts';
import { keyNamedBy, SealedError, sealWith, unsealWith } from './seal.ts';

const key = () => randomBytes(32).toString('base64');
const place = { table: 'connection', column: 'credentials', rowId: 'row-1' };

test('what was sealed is opened again, and looks different each time', () => {
  const bytes = randomBytes(32);
  const own = { form: 'v2', id: 'key-1', key: createSecretKey(bytes) } as const;
  const sealed = sealWith(own, 'a secret: ü', place);
  expect(sealed).toMatch(/^v2:key-1:[^:]+:[^:]+:[^:]+$/);
  expect(sealed).not.toBe(sealWith(own, 'a secret: ü', place));
  expect(keyNamedBy(sealed, place)).toEqual({ form: 'v2', id: 'key-1' });
  expect(unsealWith(own.key, sealed, place)).toBe('a secret: ü');
  expect(unsealWith(bytes, sealed, place)).toBe('a secret: ü');
});

test('a sealed value that was moved, changed, cut or sealed by another key is not opened', () => {
  const bytes = randomBytes(32);
  const sealed = sealWith({ form: 'v1', id: 'k1', key: bytes }, 'secret', place);
  const [form, keyId, nonce, tag = '', text] = sealed.split(':');
  const shortTag = Buffer.from(tag, 'base64').subarray(0, 4).toString('base64');
  for (const faulty of [sealed.replace(/.{4}$/, 'AAAA'), [form, keyId, nonce, shortTag, text].join(':')])
    expect(() => unsealWith(bytes, faulty, place)).toThrow(SealedError);
  for (const moved of [{ table: 'provider_app' }, { column: 'sealed' }, { rowId: 'row-2' }])
    expect(() => unsealWith(bytes, sealed, { ...place, ...moved })).toThrow(SealedError);
  expect(() => unsealWith(randomBytes(32), sealed, place)).toThrow(SealedError);
  expect(() => keyNamedBy('plain text', place)).toThrow('unknown form');
  expect(() => keyOf(createKeyring(`k2:${key()}`), 'k1')).toThrow('no key with the id "k1"');
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
