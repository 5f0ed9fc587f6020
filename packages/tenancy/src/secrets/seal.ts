import { createCipheriv, createDecipheriv, randomBytes, type CipherKey } from 'node:crypto';

type Place = { table: string; column: string; rowId: string };

/**
 * A key of `ENCRYPTION_KEYS` (`v1`) or a data key of a project (`v2`). Node takes a `KeyObject` four times as
 * fast as bytes.
 */
export type SealingKey = { form: 'v1' | 'v2'; id: string; key: CipherKey };

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;

/** A sealed value cannot be opened: its key is missing or another, or the value was changed or moved. */
export class SealedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SealedError';
  }
}

/** Seals a secret for one place: `form:keyId:nonce:tag:ciphertext`, AES-256-GCM. */
export function sealWith({ form, id, key }: SealingKey, secret: string, place: Place): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(placeBytes(place));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64'));
  return [form, id, ...parts].join(':');
}

/** @throws SealedError */
export function keyNamedBy(sealed: string, { table, column }: Omit<Place, 'rowId'>): Omit<SealingKey, 'key'> {
  const [form, id = ''] = sealed.split(':', 2);
  if (form === 'v1' || form === 'v2') return { form, id };
  throw new SealedError(`A sealed ${table}.${column} has an unknown form.`);
}

/** @throws SealedError if the value was changed or moved, or the key is another */
export function unsealWith(key: CipherKey, sealed: string, place: Place): string {
  const [form, id = '', nonce = '', tag = '', secret = ''] = sealed.split(':');
  try {
    const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64'), { authTagLength: 16 });
    decipher.setAAD(placeBytes(place));
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    return decipher.update(secret, 'base64', 'utf8') + decipher.final('utf8');
  } catch (cause) {
    // A `v2` key was opened itself, so it is the right one.
    const otherKey =
      form === 'v1' ? `, or ENCRYPTION_KEYS holds another key as ${id} than the one that sealed it` : '';
    throw new SealedError(`A sealed ${place.table}.${place.column} was changed or moved${otherKey}.`, {
      cause,
    });
  }
}

export const opens = (open: () => unknown): boolean => openedOrNot(open) !== undefined;

/** Undefined if it cannot be opened. */
export function openedOrNot<Opened>(open: () => Opened): Opened | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealedError) return undefined;
    throw error;
  }
}

const placeBytes = ({ table, column, rowId }: Place): Buffer => Buffer.from(`${table}|${column}|${rowId}`);
