import type { Failed, JsonValue, PlannedRecord } from '@writ/write-core';
import type { BatchCall } from '../adapter.ts';
import { narrowDown } from '../batch/narrow-down.ts';
import type { LookedUp, Sighting } from './sighting.ts';

/** A field of which every value belongs to one record at most, so that a record can be found by it. */
export type KeyField = {
  name: string;
  /** The value in the form in which it is asked for; undefined where nobody can be asked for it. */
  asked: (value: JsonValue) => string | undefined;
  /** The same for two values that the provider takes for one. */
  folded: (asked: string) => string;
};

/** What a provider describes an object to have. */
export type KeyFields = { kind: 'keys'; fields: readonly KeyField[] };

/** What a record is looked for by. */
export type RecordKey = { field: KeyField; asked: string; folded: string };

/** Which record holds each of the values that were asked for, by the folded value; what is left out was not told. */
export type Holders = { kind: 'told'; byValue: ReadonlyMap<string, Sighting> };

export type Search = {
  mostValues: number;
  /** What the values of one call may take together, where they stand in its path. */
  mostBytes?: number;
  /** One call. `asked` holds each value once, in the form that the provider takes it in. */
  ask: (field: KeyField, asked: readonly string[]) => Promise<Holders | Failed>;
};

/**
 * The first of the fields of which the record holds a value. Salesforce does not tell capitals from small letters in
 * names; HubSpot has no capitals.
 */
export function keyOf({ fields }: PlannedRecord, keyFields: readonly KeyField[]): RecordKey | undefined {
  for (const field of keyFields) {
    const ownName = field.name.toLowerCase();
    const held = Object.entries(fields).find(([name]) => name.toLowerCase() === ownName);
    const asked = held === undefined ? undefined : field.asked(held[1]);
    if (asked !== undefined && asked !== '') return { field, asked, folded: field.folded(asked) };
  }
  return undefined;
}

/**
 * Looks for records by what is unique in them, those with the same key field together. Fails when a call failed that
 * may succeed later; where the provider refuses a value for good its records are unsearchable, and the other ones are not:
 * they may belong to other writes. Records of which no call was left to find out whether theirs is the value that is
 * refused fail by themselves, for now.
 *
 * @param keys of the records, undefined for one that has none
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
        if (!isRefused(sighting)) for (const key of values[at] ?? []) sightings.set(key, sighting);
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

/** A later look may succeed at all; if fewer values at once may pass, it is left to these. */
const passes = (seen: Sighting | Failed): seen is Failed =>
  faultsOf(seen).some(({ retryable, tooMuchAtOnce }) => retryable && tooMuchAtOnce !== true);

const isRefused = (seen: Sighting | Failed): boolean =>
  seen.kind === 'failed' && seen.faults.every(({ retryable }) => !retryable);

/** The keys of one call each, those of the same value together. */
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
