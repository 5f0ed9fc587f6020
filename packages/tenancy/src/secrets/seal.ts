import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** Where a sealed value stands: it opens nowhere else, so rows can't be swapped. */
export type SealedPlace = { table: string; column: string; rowId: string };

const version = 'v1';
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;

/** A sealed value that cannot be opened: its key is not in the ring, or it was changed or moved. */
export class SealedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SealedError';
  }
}

/** Seals a secret for one place: `v1:keyId:nonce:tag:ciphertext`, AES-256-GCM (Quality, Secrets at rest). */
export function seal(keyring: Keyring, secret: string, place: SealedPlace): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(keyring, keyring.sealingKeyId), nonce);
  cipher.setAAD(placeBytes(place));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64'));
  return [version, keyring.sealingKeyId, ...parts].join(':');
}

/**
 * Opens what `seal` made for the same place, with any key of the ring.
 * @throws SealedError when the key is not in the ring, or the value was changed or moved.
 */
export function unseal(keyring: Keyring, sealed: string, place: SealedPlace): string {
  const [form, keyId = '', nonce = '', tag = '', secret = ''] = sealed.split(':');
  if (form !== version) throw new SealedError(`A sealed ${place.table}.${place.column} has an unknown form.`);
  const key = keyOf(keyring, keyId);
  try {
    const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64'), { authTagLength: 16 });
    decipher.setAAD(placeBytes(place));
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    return decipher.update(secret, 'base64', 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new SealedError(`A sealed ${place.table}.${place.column} was changed or moved.`, { cause });
  }
}

const placeBytes = ({ table, column, rowId }: SealedPlace): Buffer =>
  Buffer.from(`${table}|${column}|${rowId}`);

function keyOf(keyring: Keyring, id: string): Buffer {
  const key = keyring.keys.get(id);
  if (key === undefined) throw new SealedError(`ENCRYPTION_KEYS holds no key with the id "${id}".`);
  return key;
}
