import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'writ_';
const secretBytes = 32;
/** 32 bytes take 43 digits of base 62, a CRC-32 takes six. */
const secretDigits = 43;
const checksumDigits = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = alphabet.length;
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${secretDigits + checksumDigits}}$`);

/** A new key: prefix, 32 random bytes and a checksum, in base 62 (Contract §3). It is shown once and kept nowhere. */
export function createApiKeyText(): string {
  const secret = base62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretDigits);
  return prefix + secret + checksum(secret);
}

/** Whether a text is a key by its form and checksum: what fails here was mistyped, and is never looked up. */
export function looksLikeApiKey(text: string): boolean {
  if (!form.test(text)) return false;
  const secret = text.slice(prefix.length, -checksumDigits);
  return text.endsWith(checksum(secret));
}

/** What is stored of a key, as hexadecimal text. A plain hash is enough for 256 random bits. */
export const hashApiKey = (key: string): string => hash('sha256', key, 'hex');

/** Made for every request: a number is divided far faster than a bigint. */
function checksum(secret: string): string {
  let text = '';
  for (let rest = crc32(prefix + secret); rest > 0; rest = Math.floor(rest / base)) {
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
