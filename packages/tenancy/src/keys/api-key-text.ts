import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Scope } from '@writ/contracts';

const prefix = 'writ_';
/** Warns people who find such a key in a page that it may be there. */
const frontendPrefix = 'writ_frontend_';
const secretBytes = 32;
/** 32 bytes take 43 digits of base 62, a CRC-32 takes six. */
const secretDigits = 43;
const checksumDigits = 6;
/** Random digits by which people tell keys apart. */
const shownDigits = 4;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = alphabet.length;
const form = new RegExp(
  `^(${prefix}|${frontendPrefix})([0-9A-Za-z]{${secretDigits}})([0-9A-Za-z]{${checksumDigits}})$`,
);

/** Prefix, 32 random bytes and a checksum, in base 62. */
export function createApiKeyText(scopes: readonly Scope[]): string {
  const text =
    (isForPages(scopes) ? frontendPrefix : prefix) +
    base62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretDigits);
  return text + checksum(text);
}

export const isForPages = (scopes: readonly Scope[]): boolean =>
  scopes.every((scope) => scope === 'frontend');

/** Checks form and checksum, so that mistyped keys cost no look-up. */
export function looksLikeApiKey(text: string): boolean {
  const [, kind = '', secret = '', sum] = form.exec(text) ?? [];
  return sum !== undefined && sum === checksum(kind + secret);
}

/** Some 230 random bits stay hidden. */
export const shownPrefix = (key: string): string =>
  key.slice(0, (key.startsWith(frontendPrefix) ? frontendPrefix : prefix).length + shownDigits);

/** A plain hash is enough for 256 random bits. */
export const hashApiKey = (key: string): string => hash('sha256', key, 'hex');

/** Runs for every request: numbers divide far faster than bigints. */
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
