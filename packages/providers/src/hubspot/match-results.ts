import type { JsonObject, JsonValue, PlannedRecord } from '@writ/write-core';
import { isJsonObject } from '../transport/json.ts';
import { isEmpty, isSameValue } from '../same-value.ts';

export type BatchInput = {
  record: PlannedRecord;
  /** Trace id, or id of the record to update. */
  name: string;
  properties: Readonly<Record<string, string>>;
  /** Equal for inputs that were sent alike. */
  sent: string;
};

/** Inputs that are `alike` may take any of their results. */
type Rule = {
  alike: (input: BatchInput) => string;
  fits: (input: BatchInput, result: JsonObject) => boolean;
};

/**
 * Matches results to a batch's inputs; HubSpot returns them in any order (Providers §2.3). By name, else by a
 * unique property, else by all properties. Matches are one to one, and each can make another one possible.
 * @param nameOf the name that a result repeats
 * @param isAlone the call had one input, so any result is its own
 */
export function matchResults(
  inputs: readonly BatchInput[],
  results: readonly JsonObject[],
  {
    nameOf,
    uniqueProperties,
    isAlone,
  }: {
    nameOf: (result: JsonObject) => string | undefined;
    uniqueProperties: readonly string[];
    isAlone: boolean;
  },
): ReadonlyMap<BatchInput, JsonObject> {
  const rules: Rule[] = [
    { alike: ({ name }) => name, fits: ({ name }, result) => nameOf(result) === name },
    ...uniqueProperties.map((property) => byUnique(property)),
    { alike: ({ sent }) => sent, fits: showsAllOf },
    { alike: ({ name }) => name, fits: () => isAlone },
  ];
  const matched = new Map<BatchInput, JsonObject>();
  const taken = new Set<JsonObject>();
  let before: number;
  do {
    before = matched.size;
    for (const rule of rules) {
      const open = inputs.filter((input) => !matched.has(input));
      const left = results.filter((result) => !taken.has(result));
      for (const [input, result] of pairsBy(rule, open, left)) {
        matched.set(input, result);
        taken.add(result);
      }
    }
  } while (matched.size > before);
  return matched;
}

function pairsBy(
  { alike, fits }: Rule,
  inputs: readonly BatchInput[],
  results: readonly JsonObject[],
): [BatchInput, JsonObject][] {
  const groups = [...Map.groupBy(inputs, alike).values()].map((own) => ({
    own,
    fitting: results.filter((result) => own[0] !== undefined && fits(own[0], result)),
  }));
  const claims = new Map<JsonObject, number>();
  for (const result of groups.flatMap(({ fitting }) => fitting)) {
    claims.set(result, (claims.get(result) ?? 0) + 1);
  }
  return groups
    .filter(({ own, fitting }) => fitting.length <= own.length)
    .filter(({ fitting }) => fitting.every((result) => claims.get(result) === 1))
    .flatMap(({ own, fitting }) =>
      fitting.flatMap((result, at): [BatchInput, JsonObject][] => (own[at] ? [[own[at], result]] : [])),
    );
}

/** Inputs with the same value are not alike: other properties decide. */
const byUnique = (property: string): Rule => ({
  alike: ({ name }) => name,
  fits: ({ properties: { [property]: sent } }, result) => {
    const shown = shownBy(result, property);
    return sent !== undefined && !isEmpty(sent.trim()) && shown !== undefined && isSameValue(sent, shown);
  },
});

/** The result contradicts nothing that was sent, and shows some of it. */
function showsAllOf({ properties }: BatchInput, result: JsonObject): boolean {
  let [saysSomething, showsSomething] = [false, false];
  for (const [property, sent] of Object.entries(properties)) {
    const shown = shownBy(result, property);
    if (shown !== undefined && !isSameValue(sent, shown)) return false;
    if (isEmpty(sent.trim())) continue;
    saysSomething = true;
    showsSomething ||= shown !== undefined;
  }
  return showsSomething || !saysSomething;
}

/** Null if unset, undefined if left out. */
function shownBy({ properties: shown }: JsonObject, property: string): JsonValue | undefined {
  return isJsonObject(shown) && Object.hasOwn(shown, property) ? shown[property] : undefined;
}
