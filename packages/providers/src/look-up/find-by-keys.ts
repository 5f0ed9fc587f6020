import type { Failed, JsonValue, PlannedRecord } from '@writ/write-core';
import type { BatchCall } from '../adapter.ts';
import { narrowDown } from '../batch/narrow-down.ts';
import type { KeyField } from './key-field.ts';
import type { LookedUp, Sighting } from './sighting.ts';

export type KeyFields = { kind: 'keys'; fields: readonly KeyField[] };

export type RecordKey = { field: KeyField; asked: string; folded: string };

/** By folded value; unlisted values are unknown. */
export type Holders = { kind: 'told'; byValue: ReadonlyMap<string, Sighting> };

export type Search = {
  mostValues: number;
  /** Of all values of one call in its path. */
  mostBytes?: number;
  /** One call; `asked` has each value once. */
  ask: (field: KeyField, asked: readonly string[]) => Promise<Holders | Failed>;
};

/** By the first field with a value. Salesforce ignores case in names; HubSpot has no capitals. */
export function keyOf({ fields }: PlannedRecord, keyFields: readonly KeyField[]): RecordKey | undefined {
  for (const field of keyFields) {
    const held = Object.entries(fields).find(([name]) => isSameName(name, field.name));
    const key = held && recordKey(field, held[1]);
    if (key) return key;
  }
  return undefined;
}

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export function recordKey(field: KeyField, value: JsonValue): RecordKey | undefined {
  const asked = field.asked(value);
  return asked === undefined || asked === '' ? undefined : { field, asked, folded: field.folded(asked) };
}

/**
 * Looks for records by unique values, one field at a time. Fails if a call failed that may succeed later. If
 * the provider refuses a value for good, only its records are unsearchable; while the refused value is
 * unknown, its candidates fail for now.
 * @param keys undefined for a record without one
 */
export async function findByKeys(
  keys: readonly (RecordKey | undefined)[],
  { ask, ...limits }: Search,
  { mayCallAgain }: Pick<BatchCall, 'mayCallAgain'>,
): Promise<LookedUp | Failed> {
  const narrowing = mayCallAgain ? { mayCallAgain } : {};
  const sightings = new Map<RecordKey, Sighting | Failed>();
  const present = keys.filter((key) => key !== undefined);
  for (const ofField of Map.groupBy(present, ({ field }) => field.name).values()) {
    const byValue = Map.groupBy(ofField, ({ folded }) => folded);
    for (const values of portions([...byValue.values()], limits)) {
      const [first] = values[0] ?? [];
      if (first === undefined) continue;
      const seen = await narrowDown(values, narrowing, async (some): Promise<Seen | Failed> => {
        const told = await ask(
          first.field,
          some.flatMap(([key]) => key?.asked ?? []),
        );
        if (told.kind === 'failed') return told;
        const records = some.map(([key]) => told.byValue.get(key?.folded ?? '') ?? unsearchable);
        return { records, errors: [] };
      });
      for (const [at, sighting] of seen.records.entries()) {
        if (passes(sighting)) return sighting;
        const told = isRefused(sighting) ? ({ kind: 'unsearchable', refused: sighting } as const) : sighting;
        for (const key of values[at] ?? []) sightings.set(key, told);
      }
    }
  }
  return {
    kind: 'looked-up',
    sightings: keys.map((key) => (key && sightings.get(key)) ?? unsearchable),
  };
}

type Seen = { records: Sighting[]; errors: [] };
const unsearchable: Sighting = { kind: 'unsearchable' };

const faultsOf = (seen: Sighting | Failed) => (seen.kind === 'failed' ? seen.faults : []);

/** A later look may succeed; not so if fewer values at once may pass. */
const passes = (seen: Sighting | Failed): seen is Failed =>
  faultsOf(seen).some(({ retryable, tooMuchAtOnce }) => retryable && tooMuchAtOnce !== true);

const isRefused = (seen: Sighting | Failed): seen is Failed =>
  seen.kind === 'failed' && seen.faults.every(({ retryable }) => !retryable);

function portions(
  values: readonly RecordKey[][],
  { mostValues, mostBytes = Infinity }: Omit<Search, 'ask'>,
): RecordKey[][][] {
  const found: RecordKey[][][] = [];
  let bytes = Infinity;
  for (const keys of values) {
    const own = encodeURIComponent(`${keys[0]?.asked ?? ''}, `).length;
    const last = found.at(-1);
    if (last === undefined || last.length === mostValues || bytes + own > mostBytes) {
      found.push([keys]);
      bytes = own;
    } else {
      last.push(keys);
      bytes += own;
    }
  }
  return found;
}
