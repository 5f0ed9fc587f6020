import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * Hashes a value for searches: equal values have equal hashes, and without the key nobody can try values. 128
 * bits, as 22 characters.
 */
export type HashValue = (value: string) => string;

const hashBytes = 16;

/** The key is derived, so a hash says nothing about what the data key sealed. */
export function hashValueWith(dataKey: KeyObject): HashValue {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, '', 'searched values', 32)));
  return (value) =>
    createHmac('sha256', key).update(value).digest().subarray(0, hashBytes).toString('base64url');
}
