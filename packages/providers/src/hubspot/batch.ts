import type {
  BatchOutcome,
  Failed,
  JsonObject,
  PlannedRecord,
  ProviderFault,
  RecordOutcome,
} from '@writ/write-core';
import type { IdentifiedRecord } from '../adapter.ts';
import { isJsonObject, memberOf, objectsIn, textOf, textsIn } from '../transport/json.ts';
import { faultsOr, toFault, unsure } from '../verdict.ts';
import { hubspotDeclaration } from './declaration.ts';
import { reader, readItemFaults } from './failures/failures.ts';
import { objectsPath, type HubspotRequest } from './paths.ts';
import { createInput, encodeProperties } from './write.ts';

const { recordKeyOf } = hubspotDeclaration;

/** A trace id on every input is what makes a create partial; without any it is all or none (Providers §2.3). */
export const batchCreateRequest: HubspotRequest<
  [readonly PlannedRecord[], allOrNone: boolean],
  BatchOutcome
> = {
  build: (target, records, allOrNone) => {
    const inputs = records.map((record, index) =>
      allOrNone ? createInput(record) : { ...createInput(record), objectWriteTraceId: String(index) },
    );
    return { method: 'POST', path: `${objectsPath(target)}/batch/create`, json: { inputs } };
  },
  read: (answer, records) => {
    const names = Array.from(records.keys(), String);
    return readBatchAnswer(answer, { names, inResult: 'objectWriteTraceId', inError: 'objectWriteTraceId' });
  },
};

/** An update is partial whatever is asked for. No id may come twice (Providers §2.3). */
export const batchUpdateRequest: HubspotRequest<[readonly IdentifiedRecord[]], BatchOutcome> = {
  build: (target, records) => {
    const inputs = records.map(({ id, fields }) => ({
      id: recordKeyOf(id),
      properties: encodeProperties(fields),
    }));
    return { method: 'POST', path: `${objectsPath(target)}/batch/update`, json: { inputs } };
  },
  read: (answer, records) =>
    readBatchAnswer(answer, {
      names: records.map(({ id }) => recordKeyOf(id)),
      inResult: 'id',
      inError: 'ids',
      inAnyOrder: true,
    }),
};

/** How the parts of an answer are tied to the inputs: by the texts that name an input, in their order. */
type InputNames = {
  names: readonly string[];
  inResult: string;
  inError: string;
  /** Results that lack the name of their input are not in the order of the inputs either. */
  inAnyOrder?: true;
};

/**
 * The outcome of a batch, or the failure of the whole call. The body decides, since 200, 201 and 207 all may carry
 * results and errors (Providers §2.1). Results come in any order and can lack the name of their input, as those of merged
 * records do: what has none takes the places that are left, if it fills them (Providers §2.3).
 */
export const readBatchAnswer = reader(({ json }, inputs: InputNames): BatchOutcome | Failed | undefined => {
  if (!isJsonObject(json)) return undefined;
  const results = objectsIn(json['results']);
  const errors = objectsIn(json['errors']);
  // Seen with a batch of which nothing was written, which proves nothing of the next one (Providers §2.3).
  if (results.length === 0 && errors.length === 0) return { kind: 'failed', faults: [notNamed] };
  const placed = new Map<number, RecordOutcome>();
  const belongToNone = placeErrors(errors, inputs, placed);
  const allPlaced = placeResults(results, inputs, placed);
  // What no result and no error names failed with the errors that name nobody, unless a result is left over as well.
  const faults = faultsOr(allPlaced ? belongToNone : [], () => notNamed);
  const records = inputs.names.map((_, at): RecordOutcome => placed.get(at) ?? { kind: 'failed', faults });
  return { records, errors: belongToNone };
});

/** One error can name several inputs (Providers §2.3). Gives back the faults that name none. */
function placeErrors(
  errors: readonly JsonObject[],
  { names, inError }: InputNames,
  placed: Map<number, RecordOutcome>,
): ProviderFault[] {
  const belongToNone: ProviderFault[] = [];
  for (const error of errors) {
    const faults = readItemFaults(error);
    const places = textsIn(memberOf(error['context'], inError)).flatMap((name) => placeOf(name, names));
    for (const at of places) placed.set(at, { kind: 'failed', faults });
    if (places.length === 0) belongToNone.push(...faults);
  }
  return belongToNone;
}

/** False when it can't be told which inputs some of the results are about. */
function placeResults(
  results: readonly JsonObject[],
  { names, inResult, inAnyOrder }: InputNames,
  placed: Map<number, RecordOutcome>,
): boolean {
  const nameless: RecordOutcome[] = [];
  for (const result of results) {
    const recordId = textOf(result['id']);
    if (recordId === undefined) continue;
    const outcome: RecordOutcome = { kind: 'written', recordId, data: withoutTraceId(result) };
    const [at] = placeOf(textOf(result[inResult]), names);
    if (at === undefined) nameless.push(outcome);
    else placed.set(at, outcome);
  }
  const open = [...names.keys()].filter((at) => !placed.has(at));
  if (nameless.length !== open.length) return nameless.length === 0;
  const isWhose = nameless.length === 1 || inAnyOrder !== true;
  for (const [index, at] of open.entries()) {
    const outcome = isWhose ? nameless[index] : undefined;
    placed.set(at, outcome ?? { kind: 'written', recordId: names[at] ?? '' });
  }
  return true;
}

/** The trace id is ours, and no part of the record. */
function withoutTraceId(result: JsonObject): JsonObject {
  if (!('objectWriteTraceId' in result)) return result;
  return Object.fromEntries(Object.entries(result).filter(([name]) => name !== 'objectWriteTraceId'));
}

function placeOf(name: string | undefined, names: readonly string[]): number[] {
  const at = name === undefined ? -1 : names.indexOf(name);
  return at === -1 ? [] : [at];
}

const notNamed = toFault(unsure('unknown'), {
  message: 'HubSpot did not say what became of this record.',
  code: 'UNREADABLE_ANSWER',
});
