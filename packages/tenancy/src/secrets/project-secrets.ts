import { createSecretKey, type KeyObject } from 'node:crypto';
import { coalesceById, isId, type Queryable } from '@writ/db';
import { LRUCache } from 'lru-cache';
import { keyOf, type Keyring } from './keyring.ts';
import { hashValueWith, type HashValue } from './hash-value.ts';
import {
  addProjectKey,
  allProjectKeys,
  newestProjectKey,
  openDataKey,
  sealedProjectKeys,
} from './project-keys.ts';
import { keyNamedBy, openedOrNot, SealedError, sealWith, unsealWith } from './seal.ts';
import type { SealedPlace } from './sealed-columns.ts';
import { readSignedText, signText } from './signed-text.ts';

export type Seal = (secret: string, place: SealedPlace) => string;

export type Secrets = {
  /**
   * Returns a function that seals with the project's newest data key. Ask before a transaction begins, and
   * before steps that cannot be repeated.
   * @throws SealedError if no environment key opens the data key
   */
  sealer(projectId: string): Promise<Seal>;
  /**
   * Opens a value sealed for the same place. `on`: connection of an open transaction.
   * @throws SealedError if the key is missing, or the value was changed or moved
   */
  open(sealed: string, place: SealedPlace, on?: Queryable): Promise<string>;
  /**
   * Hashes values with the project's newest data key; up to ten minutes after a rotation still with the one
   * before. Undefined if no environment key opens it.
   */
  valueHasher(projectId: string): Promise<HashValue | undefined>;
  /** One for each data key that the project has or had, so that older hashes are found, too. */
  valueHashers(projectId: string): Promise<HashValue[]>;
  /** Signs a readable text for one purpose. */
  sign(purpose: string, text: string): string;
  /** Undefined if the signature is wrong. */
  readSigned(purpose: string, signed: string): string | undefined;
};

/** One or two for each project. */
const dataKeysKept = 10_000;
const hasherKeptMs = 10 * 60_000;

/** Opened data keys are kept: they never change. */
export function projectSecrets(keyring: Keyring, db: Queryable): Secrets {
  const opened = new LRUCache<string, KeyObject>({ max: dataKeysKept });
  const load = coalesceById((ids) => sealedProjectKeys(db, ids));
  const keep = (id: string, sealed: string): KeyObject => {
    const key = opened.get(id) ?? createSecretKey(openDataKey(keyring, id, sealed));
    opened.set(id, key);
    return key;
  };
  const dataKey = async (id: string, on: Queryable | undefined): Promise<KeyObject> => {
    const known = opened.get(id);
    if (known) return known;
    const read = async () => (on ? (await sealedProjectKeys(on, [id])).get(id) : load(id));
    const sealed = isId(id) ? await read() : undefined;
    if (sealed === undefined) throw new SealedError(`There is no data key with the id "${id}".`);
    return keep(id, sealed);
  };
  const newestKey = async (projectId: string) => {
    let newest = await newestProjectKey(db, projectId);
    for (; newest === undefined; newest = await newestProjectKey(db, projectId))
      await addProjectKey(db, keyring, { projectId, number: 1 });
    return newest;
  };
  const hasherOf = ({ id, sealed }: { id: string; sealed: string }): HashValue | undefined => {
    const key = openedOrNot(() => keep(id, sealed));
    return key && hashValueWith(key);
  };
  const newestHashers = new LRUCache<string, Promise<HashValue | undefined>>({
    max: dataKeysKept,
    ttl: hasherKeptMs,
  });
  return {
    sealer: async (projectId) => {
      const { id, sealed } = await newestKey(projectId);
      const key = { form: 'v2', id, key: keep(id, sealed) } as const;
      return (secret, place) => sealWith(key, secret, place);
    },
    valueHasher: (projectId) => {
      const known = newestHashers.get(projectId);
      if (known) return known;
      const hasher = newestKey(projectId).then(hasherOf);
      newestHashers.set(projectId, hasher);
      hasher.catch(() => newestHashers.delete(projectId));
      return hasher;
    },
    valueHashers: async (projectId) =>
      (await allProjectKeys(db, projectId)).flatMap((key) => hasherOf(key) ?? []),
    open: async (sealed, place, on) => {
      const { form, id } = keyNamedBy(sealed, place);
      return unsealWith(form === 'v1' ? keyOf(keyring, id) : await dataKey(id, on), sealed, place);
    },
    sign: (purpose, text) => signText(keyring, purpose, text),
    readSigned: (purpose, signed) => readSignedText(keyring, purpose, signed),
  };
}
