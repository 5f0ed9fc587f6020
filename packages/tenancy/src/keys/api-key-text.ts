import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Scope } from '@writ/contracts';

const prefix = 'writ_';
/** Of keys that stand in pages, which everybody can read: who finds one is to see that it is meant to be there. */
const frontendPrefix = 'writ_frontend_';
const secretBytes = 32;
/** 32 bytes take 43 digits of base 62, a CRC-32 takes six. */
const secretDigits = 43;
const checksumDigits = 6;
/** Of the random ones, those by which people tell their keys apart. */
const shownDigits = 4;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = alphabet.length;
const form = new RegExp(
  `^(${prefix}|${frontendPrefix})([0-9A-Za-z]{${secretDigits}})([0-9A-Za-z]{${checksumDigits}})$`,
);

/**
 * A new key: prefix, 32 random bytes and a checksum, in base 62 (Contract §3). One that is for pages alone has a prefix of
 * its own. It is shown once and kept nowhere.
 */
export function createApiKeyText(scopes: readonly Scope[]): string {
  const text =
    (isForPages(scopes) ? frontendPrefix : prefix) +
    base62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretDigits);
  return text + checksum(text);
}

/** Whether a key of these scopes is for pages alone. */
export const isForPages = (scopes: readonly Scope[]): boolean =>
  scopes.every((scope) => scope === 'frontend');

/** Whether a text is a key by its form and checksum: what fails here was mistyped, and is never looked up. */
export function looksLikeApiKey(text: string): boolean {
  const [, kind = '', secret = '', sum] = form.exec(text) ?? [];
  return sum !== undefined && sum === checksum(kind + secret);
}

/** How a key begins: so much may be shown, and leaves some 230 random bits that nobody can guess. */
export const shownPrefix = (key: string): string =>
  key.slice(0, (key.startsWith(frontendPrefix) ? frontendPrefix : prefix).length + shownDigits);

/** What is stored of a key, as hexadecimal text. A plain hash is enough for 256 random bits. */
export const hashApiKey = (key: string): string => hash('sha256', key, 'hex');

/** Made for every request: a number is divided far faster than a bigint. */
function checksum(of: string): string {
  let text = '';
  for (let rest = crc32(of); rest > 0; rest = Math.floor(rest / base)) {
    text = alphabet.charAt(rest % base) + text;
  }
  return text.padStart(checksumDigits, '0');
}

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= BigInt(base))
    text = alphabet.charAt(Number(rest % BigInt(base))) + text;
  return text.padStart(digits, '0');
}
