import type { Failed } from '@writ/write-core';
import type { ProviderAdapter, ProviderCall } from '../adapter.ts';
import { findByKeys, type Search } from './find-by-keys.ts';
import { keyFieldCache } from './key-field-cache.ts';
import { keyOf, type KeyField } from './key-field.ts';
import type { LookedUp } from './sighting.ts';

/** How a provider is asked for records by what is unique in them. */
type LookUp = Omit<Search, 'ask'> & {
  /** Key fields that are known without asking. */
  alwaysKeys: (objectName: string) => readonly KeyField[];
  describeKeys: (call: ProviderCall) => Promise<{ kind: 'keys'; fields: readonly KeyField[] } | Failed>;
  isSameName: (a: string, b: string) => boolean;
  ask: (call: ProviderCall, ...search: Parameters<Search['ask']>) => ReturnType<Search['ask']>;
  monotonicMs: () => number;
};

/** `findCreated` of an adapter; what it learns of an object's fields is kept for a while. */
export function createFindCreated(lookUp: LookUp): ProviderAdapter['findCreated'] {
  const cache = keyFieldCache(lookUp.monotonicMs);

  const describedKeys = async (call: ProviderCall): Promise<readonly KeyField[] | Failed> => {
    const known = cache.get(call.connection, call.objectName);
    if (known !== undefined) return known;
    const described = await lookUp.describeKeys(call);
    if (described.kind === 'failed') {
      // Where the fields may not be seen nothing can be looked for by them.
      return described.faults.some(({ retryable }) => retryable) ? described : [];
    }
    cache.set(call.connection, call.objectName, described.fields);
    return described.fields;
  };

  return async (call, records): Promise<LookedUp | Failed> => {
    const always = lookUp.alwaysKeys(call.objectName);
    const keysIn = (fields: readonly KeyField[]) =>
      records.map((record) => keyOf(record, fields, lookUp.isSameName));
    const isEnough = !keysIn(always).includes(undefined);
    const described = isEnough ? [] : await describedKeys(call);
    if ('kind' in described) return described;
    const keys = keysIn([...always, ...described]);
    return findByKeys(keys, { ...lookUp, ask: (field, asked) => lookUp.ask(call, field, asked) });
  };
}
