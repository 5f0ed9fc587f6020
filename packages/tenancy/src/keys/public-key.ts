import { createPublicKey, type KeyObject } from 'node:crypto';
import type { JwtAlgorithm } from '@writ/contracts';
import { hasSmallOrder } from './small-order.ts';

const leastRsaBits = 2_048;

/** Why a text is no public key of the algorithm (RFC 7518, 3.3 and 3.4; RFC 8037); undefined if it is one. */
export function publicKeyFault(algorithm: JwtAlgorithm, pem: string): string | undefined {
  if (pem.includes('PRIVATE KEY'))
    return 'This is a private key, which nobody else may know: give the public one.';
  if (!pem.trim().startsWith('-----BEGIN PUBLIC KEY-----')) {
    return 'Must be a public key in PEM that begins with `-----BEGIN PUBLIC KEY-----`.';
  }
  const key = read(pem);
  if (key === undefined) return 'The text between the lines of the PEM is no public key.';
  return typeFault(algorithm, key);
}

function read(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

function typeFault(algorithm: JwtAlgorithm, key: KeyObject): string | undefined {
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  switch (algorithm) {
    case 'EdDSA':
      if (asymmetricKeyType !== 'ed25519') return 'EdDSA takes a key of Ed25519.';
      return hasSmallOrder(key)
        ? 'This point of Ed25519 has a small order: anybody could sign by it. Make a key pair anew.'
        : undefined;
    case 'ES256':
      return asymmetricKeyDetails?.namedCurve === 'prime256v1'
        ? undefined
        : 'ES256 takes a key of the curve P-256.';
    case 'RS256':
    case 'RSA':
      return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= leastRsaBits
        ? undefined
        : `${algorithm} takes an RSA key of at least ${leastRsaBits} bits.`;
  }
}
