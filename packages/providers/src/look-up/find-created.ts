import type { Failed, PlannedRecord } from '@writ/write-core';
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

/** The functions of an adapter that look for creates by what is unique in them. */
type FindsCreated = Pick<ProviderAdapter, 'findCreated' | 'uniqueKeysOf'>;

/**
 * How an adapter looks for creates; what it learns of an object's fields is kept for a while.
 *
 * @param perf monotonic time; the process's own unless a test moves it
 */
export function createFindCreated(
  { alwaysKeys = () => [], describeKeys, describedBy, ask, ...limits }: LookUp,
  perf: { now(): number } = performance,
): FindsCreated {
  const describedKeys = createDescribedKeys({ describeKeys, ...(describedBy && { describedBy }) }, perf);

  const keyFieldsOf = async (
    call: ProviderCall,
    records: readonly PlannedRecord[],
  ): Promise<readonly KeyField[] | Failed> => {
    const always = alwaysKeys(call.objectName);
    const isEnough = records.every((record) => keyOf(record, always) !== undefined);
    const described = isEnough ? [] : await describedKeys(call);
    return 'kind' in described ? described : [...always, ...described];
  };

  return {
    findCreated: async (call, records): Promise<LookedUp | Failed> => {
      const fields = await keyFieldsOf(call, records);
      if ('kind' in fields) return fields;
      const keys = records.map((record) => keyOf(record, fields));
      return findByKeys(keys, { ...limits, ask: (field, asked) => ask(call, field, asked) }, call);
    },
    uniqueKeysOf: async (call, records) => {
      const fields = await keyFieldsOf(call, records);
      if ('kind' in fields) return fields;
      const keysOf = (record: PlannedRecord): string[] =>
        fields.flatMap((field) => {
          const key = keyOf(record, [field]);
          return key ? [`${field.name} ${key.folded}`] : [];
        });
      return { kind: 'keys', records: records.map(keysOf) };
    },
  };
}

/** The key fields that a describe names. Callers at the same time share one. */
function createDescribedKeys(
  { describeKeys, describedBy }: Pick<LookUp, 'describeKeys' | 'describedBy'>,
  perf: { now(): number },
) {
  const known = new LRUCache<string, readonly KeyField[]>({
    max: mostObjects,
    ttl: knownMs,
    ttlResolution: 0,
    perf,
  });
  const asking = new Map<string, { signal: AbortSignal; answer: Promise<readonly KeyField[] | Failed> }>();

  const describe = async (name: string, call: ProviderCall): Promise<readonly KeyField[] | Failed> => {
    const described = await describeKeys(call);
    if (described.kind === 'failed') {
      // Where the fields may not be seen nothing can be looked for by them.
      return described.faults.some(({ retryable }) => retryable) ? described : [];
    }
    known.set(name, described.fields);
    return described.fields;
  };

  return async (call: ProviderCall): Promise<readonly KeyField[] | Failed> => {
    const { account, baseUrl } = call.connection;
    const name = JSON.stringify([account, baseUrl, call.objectName, describedBy?.(call)]);
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const other = asking.get(name);
    if (other) {
      const shared = await other.answer;
      // A description that its own caller gave up says nothing to this one.
      if (!('kind' in shared) || !other.signal.aborted) return shared;
    }
    const answer = describe(name, call).finally(() => asking.delete(name));
    asking.set(name, { signal: call.signal, answer });
    return answer;
  };
}
