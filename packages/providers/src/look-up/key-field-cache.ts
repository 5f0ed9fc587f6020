import { LRUCache } from 'lru-cache';
import type { ProviderConnection } from '../adapter.ts';
import type { KeyField } from './key-field.ts';

/** An object whose fields change is known anew after this time. */
const livesMs = 10 * 60_000;
const mostObjects = 1_000;

/** The key fields of the objects that were described last. */
export type KeyFieldCache = {
  get(connection: ProviderConnection, objectName: string): readonly KeyField[] | undefined;
  set(connection: ProviderConnection, objectName: string, fields: readonly KeyField[]): void;
};

/** @param nowMs monotonic time */
export function keyFieldCache(nowMs: () => number): KeyFieldCache {
  const entries = new LRUCache<string, { fields: readonly KeyField[]; endsAtMs: number }>({
    max: mostObjects,
  });
  const nameOf = ({ account, baseUrl, version }: ProviderConnection, objectName: string): string =>
    JSON.stringify([account, baseUrl, version, objectName]);
  return {
    get(connection, objectName) {
      const entry = entries.get(nameOf(connection, objectName));
      return entry !== undefined && nowMs() < entry.endsAtMs ? entry.fields : undefined;
    },
    set(connection, objectName, fields) {
      entries.set(nameOf(connection, objectName), { fields, endsAtMs: nowMs() + livesMs });
    },
  };
}
