import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createKeyring } from './keyring.ts';
import { readSignedText, signText } from './signed-text.ts';

const key = () => randomBytes(32).toString('base64');

test('a signed text is read again, fits into an address, and hides its key', () => {
  const secret = key();
  const keyring = createKeyring(`k-1:${secret}`);
  const signed = signText(keyring, 'connecting', 'a.b-c');
  expect(signed).toMatch(/^a\.b-c\.k-1\.[A-Za-z0-9_-]{43}$/);
  expect(readSignedText(keyring, 'connecting', signed)).toBe('a.b-c');
});

test('after a rotation the old key still reads', () => {
  const old = key();
  const signed = signText(createKeyring(`old:${old}`), 'connecting', 'text');
  expect(readSignedText(createKeyring(`new:${key()},old:${old}`), 'connecting', signed)).toBe('text');
});

test('a text that was changed, is for something else, or was signed by another key is not read', () => {
  const keyring = createKeyring(`k1:${key()}`);
  const signed = signText(keyring, 'connecting', 'text');
  const [text = '', id = '', mark = ''] = signed.split('.');
  for (const forged of [
    `tex.${id}.${mark}`,
    `${text}.${id}.${mark.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    `${text}.${id}.${mark.slice(1)}`,
    `${text}.k2.${mark}`,
    text,
    '',
    '..',
  ])
    expect([forged, readSignedText(keyring, 'connecting', forged)]).toEqual([forged, undefined]);
  expect(readSignedText(keyring, 'elsewhere', signed)).toBeUndefined();
  expect(readSignedText(createKeyring(`k1:${key()}`), 'connecting', signed)).toBeUndefined();
});
