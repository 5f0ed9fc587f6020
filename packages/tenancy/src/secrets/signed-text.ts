import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { keyOf, type Keyring } from './keyring.ts';

/**
 * A text with a mark behind it that nobody can make who lacks the keys of the environment; all of it fits into an address.
 * It hides nothing, and holds for one purpose alone.
 */
export function signText(keyring: Keyring, purpose: string, text: string): string {
  const id = keyring.sealingKeyId;
  return [text, id, markOf(keyOf(keyring, id), purpose, text).toString('base64url')].join('.');
}

/** The text of which `signText` made this, with whatever key of the ring; undefined where it did not. */
export function readSignedText(keyring: Keyring, purpose: string, signed: string): string | undefined {
  const [, text = '', id = '', mark = ''] = /^(.+)\.([A-Za-z0-9-]+)\.([A-Za-z0-9_-]{43})$/.exec(signed) ?? [];
  const key = keyring.keys.get(id);
  if (key === undefined) return undefined;
  return timingSafeEqual(markOf(key, purpose, text), Buffer.from(mark, 'base64url')) ? text : undefined;
}

/** By a key of its own, so that no key does two things. */
const markOf = (key: Buffer, purpose: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
    .update(text)
    .digest();
