import type { Failed, PlannedRecord } from '@writ/write-core';
import { LRUCache } from 'lru-cache';
import type { ProviderAdapter, ProviderCall } from '../adapter.ts';
import {
  findByKeys,
  isSameName,
  keyOf,
  recordKey,
  type KeyFields,
  type RecordKey,
  type Search,
} from './find-by-keys.ts';
import type { KeyField } from './key-field.ts';
import type { LookedUp } from './sighting.ts';

type LookUp = Omit<Search, 'ask'> & {
  alwaysKeys?: (objectName: string) => readonly KeyField[];
  describeKeys: (call: ProviderCall) => Promise<KeyFields | Failed>;
  /** Further parts of a call that decide the names of fields; compared as JSON. */
  describedBy?: (call: ProviderCall) => unknown;
  ask: (call: ProviderCall, ...search: Parameters<Search['ask']>) => ReturnType<Search['ask']>;
};

const knownMs = 10 * 60_000;
const mostObjects = 1_000;

type FindsRecords = Pick<ProviderAdapter, 'findCreated' | 'uniqueKeysOf' | 'keyField' | 'findByKey'>;

/**
 * Looks for records by unique values, and caches the object's key fields.
 * @param perf monotonic time; a test moves it
 */
export function createFindCreated(
  { alwaysKeys = () => [], describeKeys, describedBy, ask, ...limits }: LookUp,
  perf: { now(): number } = performance,
): FindsRecords {
  const describedKeys = createDescribedKeys({ describeKeys, ...(describedBy && { describedBy }) }, perf);

  const keyFieldsOf = async (
    call: ProviderCall,
    records: readonly PlannedRecord[],
  ): Promise<readonly KeyField[] | Failed> => {
    const always = alwaysKeys(call.objectName);
    const isEnough = records.every((record) => keyOf(record, always) !== undefined);
    const described = isEnough ? [] : await describedKeys(call);
    if (!('kind' in described)) return [...always, ...described];
    return described.faults.some(({ retryable }) => retryable) ? described : always;
  };

  const find = (
    call: Parameters<ProviderAdapter['findCreated']>[0],
    keys: readonly (RecordKey | undefined)[],
  ): Promise<LookedUp | Failed> =>
    findByKeys(keys, { ...limits, ask: (field, asked) => ask(call, field, asked) }, call);

  return {
    findCreated: async (call, records) => {
      const fields = await keyFieldsOf(call, records);
      return 'kind' in fields
        ? fields
        : find(
            call,
            records.map((record) => keyOf(record, fields)),
          );
    },
    keyField: async (call, name) => {
      const always = alwaysKeys(call.objectName);
      const isIt = (field: KeyField): boolean => isSameName(field.name, name);
      const known = always.find(isIt);
      if (known) return { kind: 'key', field: known, names: [] };
      const described = await describedKeys(call);
      if ('kind' in described) return described;
      const names = [...new Set([...always, ...described].map((field) => field.name))];
      return { kind: 'key', field: described.find(isIt), names };
    },
    findByKey: (call, field, records) =>
      find(
        call,
        records.map(({ upsert }) => upsert && recordKey(field, upsert.value)),
      ),
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

/** Concurrent callers share one description. */
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
    if (described.kind === 'failed') return described;
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
      // The other caller gave up; that says nothing here.
      if (!('kind' in shared) || !other.signal.aborted) return shared;
    }
    const answer = describe(name, call).finally(() => asking.delete(name));
    asking.set(name, { signal: call.signal, answer });
    return answer;
  };
}
