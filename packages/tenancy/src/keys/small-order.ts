import type { KeyObject } from 'node:crypto';

/**
 * Points of Ed25519 whose order divides 8, without the sign: anyone can sign any message for them. List of
 * libsodium (`ge25519_has_small_order`), with the encodings above the prime that some readers take for 0 and
 * 1.
 */
const points = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
];

export function hasSmallOrder(key: KeyObject): boolean {
  if (key.asymmetricKeyType !== 'ed25519') return false;
  const { x = '' } = key.export({ format: 'jwk' });
  const point = Buffer.from(x, 'base64url');
  // The highest bit of the last byte is the sign (RFC 8032, 5.1.2).
  point.writeUInt8(point.readUInt8(31) & 0x7f, 31);
  return points.includes(point.toString('hex'));
}
