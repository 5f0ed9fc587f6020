import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { keyOf, type Keyring } from './keyring.ts';

/** For one purpose. The result fits into a URL and hides nothing. */
export function signText(keyring: Keyring, purpose: string, text: string): string {
  const id = keyring.sealingKeyId;
  return [text, id, markOf(keyOf(keyring, id), purpose, text).toString('base64url')].join('.');
}

/** The text, if a key of the ring signed it. */
export function readSignedText(keyring: Keyring, purpose: string, signed: string): string | undefined {
  const [, text = '', id = '', mark = ''] = /^(.+)\.([A-Za-z0-9-]+)\.([A-Za-z0-9_-]{43})$/.exec(signed) ?? [];
  const key = keyring.keys.get(id);
  if (key === undefined) return undefined;
  return timingSafeEqual(markOf(key, purpose, text), Buffer.from(mark, 'base64url')) ? text : undefined;
}

/** Each purpose has a key of its own. */
const markOf = (key: Buffer, purpose: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
    .update(text)
    .digest();
