import type { Failed } from '@writ/write-core';
import { LRUCache } from 'lru-cache';
import type { ProviderAdapter, ProviderCall } from '../adapter.ts';
import { findByKeys, type Search, keyOf, type KeyField, type KeyFields } from './find-by-keys.ts';
import type { LookedUp } from './sighting.ts';

/** How a provider is asked for records by what is unique in them. */
type LookUp = Omit<Search, 'ask'> & {
  /** Key fields that are known without asking. */
  alwaysKeys?: (objectName: string) => readonly KeyField[];
  describeKeys: (call: ProviderCall) => Promise<KeyFields | Failed>;
  /** What of a call decides what names an object's fields have, besides account and object; to be compared as JSON. */
  describedBy?: (call: ProviderCall) => unknown;
  ask: (call: ProviderCall, ...search: Parameters<Search['ask']>) => ReturnType<Search['ask']>;
};

/** An object whose fields change is known anew after this time. */
const knownMs = 10 * 60_000;
const mostObjects = 1_000;

/**
 * `findCreated` of an adapter; what it learns of an object's fields is kept for a while.
 *
 * @param perf monotonic time; the process's own unless a test moves it
 */
export function createFindCreated(
  { alwaysKeys = () => [], describeKeys, describedBy, ask, ...limits }: LookUp,
  perf: { now(): number } = performance,
): ProviderAdapter['findCreated'] {
  const known = new LRUCache<string, readonly KeyField[]>({
    max: mostObjects,
    ttl: knownMs,
    ttlResolution: 0,
    perf,
  });

  const describedKeys = async (call: ProviderCall): Promise<readonly KeyField[] | Failed> => {
    const { account, baseUrl } = call.connection;
    const name = JSON.stringify([account, baseUrl, call.objectName, describedBy?.(call)]);
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const described = await describeKeys(call);
    if (described.kind === 'failed') {
      // Where the fields may not be seen nothing can be looked for by them.
      return described.faults.some(({ retryable }) => retryable) ? described : [];
    }
    known.set(name, described.fields);
    return described.fields;
  };

  return async (call, records): Promise<LookedUp | Failed> => {
    const always = alwaysKeys(call.objectName);
    const keysIn = (fields: readonly KeyField[]) => records.map((record) => keyOf(record, fields));
    const isEnough = !keysIn(always).includes(undefined);
    const described = isEnough ? [] : await describedKeys(call);
    if ('kind' in described) return described;
    const keys = keysIn([...always, ...described]);
    return findByKeys(keys, { ...limits, ask: (field, asked) => ask(call, field, asked) });
  };
}
