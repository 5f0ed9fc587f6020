import { randomBytes } from 'node:crypto';
import { SealedError } from './seal.ts';

/** The environment's keys, which seal data keys. The first seals, all open. */
export type Keyring = { sealingKeyId: string; keys: ReadonlyMap<string, Buffer> };

const keyBytes = 32;

/**
 * Reads `ENCRYPTION_KEYS`: `id1:base64key,id2:base64key`, keys of 32 bytes, ids of letters, digits and
 * dashes.
 * @throws Error that names the mistake and shows no key
 */
export function createKeyring(text: string): Keyring {
  const entries = text.split(',').map((entry, index) => readEntry(entry.trim(), index + 1));
  const keys = new Map(entries);
  const [first] = entries;
  if (first === undefined || keys.size !== entries.length) throw new Error('names two keys by the same id');
  return { sealingKeyId: first[0], keys };
}

export const encryptionKeysVariable = {
  description:
    'Keys that seal secrets: id:base64 of 32 bytes, separated by commas. The first key encrypts, all of them decrypt.',
  secret: true,
  parse: (text: string): { value: Keyring } | { fault: string } => {
    try {
      return { value: createKeyring(text) };
    } catch (error) {
      return { fault: (error as Error).message };
    }
  },
};

/** @throws SealedError if the ring lacks it */
export function keyOf({ keys }: Keyring, id: string): Buffer {
  const key = keys.get(id);
  if (key === undefined) throw new SealedError(`ENCRYPTION_KEYS holds no key with the id "${id}".`);
  return key;
}

/** `ENCRYPTION_KEYS` with one more key: `opening` has it last, `sealing` first. */
export function withNewKey({ keys }: Keyring): { id: string; opening: string; sealing: string } {
  const id = newKeyId();
  const known = [...keys].map(([name, key]) => entryOf(name, key));
  const added = newKeyEntry(id);
  return { id, opening: [...known, added].join(','), sealing: [added, ...known].join(',') };
}

/** Random, so that keys made apart never share an id. */
export const newKeyId = (): string => `k${randomBytes(4).toString('hex')}`;

export const newKeyEntry = (id: string): string => entryOf(id, randomBytes(keyBytes));

const entryOf = (id: string, key: Buffer): string => `${id}:${key.toString('base64')}`;

function readEntry(entry: string, number: number): [string, Buffer] {
  const [, id, encoded] = /^([A-Za-z0-9-]{1,32}):([A-Za-z0-9+/]+={0,2})$/.exec(entry) ?? [];
  if (id === undefined || encoded === undefined)
    throw new Error(`entry ${number} is not of the form id:base64key`);
  const key = Buffer.from(encoded, 'base64');
  if (key.length !== keyBytes)
    throw new Error(`the key "${id}" has ${key.length} bytes instead of ${keyBytes}`);
  return [id, key];
}
