import type { BatchOutcome, Failed, JsonObject, PlannedRecord, RecordOutcome } from '@writ/write-core';
import type { IdentifiedRecord } from '../adapter.ts';
import type { ProviderAnswer } from '../transport/exchange.ts';
import { isJsonObject, objectsIn, textOf } from '../transport/json.ts';
import { faultsOr, toFault, unsure, withFaults } from '../verdict.ts';
import { errorsOfInputs } from './batch-errors.ts';
import { hubspotDeclaration } from './declaration.ts';
import { reader } from './failures/failures.ts';
import { keptValues } from './kept-values.ts';
import { alwaysKeysOf } from './look-up.ts';
import { matchResults, type BatchInput } from './match-results.ts';
import { objectsPath, type HubspotRequest } from './paths.ts';
import { createInput, encodeProperties, encodeValue } from './write.ts';

const { recordKeyOf } = hubspotDeclaration;

type SentBatch = {
  objectName: string;
  /** Of an upsert. */
  uniqueProperty?: string;
  inputs: readonly BatchInput[];
  /** Where results and errors repeat an input's name. */
  named?: { inResult: string; inError: RegExp };
};

/** Trace ids on all inputs make a create partial; without any it is all or none (Providers §2.3). */
export const batchCreateRequest: HubspotRequest<
  [records: readonly PlannedRecord[], allOrNone: boolean, objectName: string],
  BatchOutcome
> = {
  build: (target, records, allOrNone) => {
    const inputs = records.map((record, index) =>
      allOrNone ? createInput(record) : { ...createInput(record), objectWriteTraceId: String(index) },
    );
    return { method: 'POST', path: `${objectsPath(target)}/batch/create`, json: { inputs } };
  },
  read: (answer, records, allOrNone, objectName) =>
    readBatchAnswer(answer, {
      objectName,
      inputs: records.map((record, index) => {
        const { properties, associations } = createInput(record);
        return { record, name: String(index), properties, sent: sentOf(properties, associations) };
      }),
      ...(!allOrNone && { named: { inResult: traceId, inError: /^objectWriteTraceIds?$/ } }),
    }),
};

/** Always partial. An id may come once (Providers §2.3). */
export const batchUpdateRequest: HubspotRequest<
  [records: readonly IdentifiedRecord[], objectName: string],
  BatchOutcome
> = {
  build: (target, records) => {
    const inputs = records.map(({ id, fields }) => ({
      id: recordKeyOf(id),
      properties: encodeProperties(fields),
    }));
    return { method: 'POST', path: `${objectsPath(target)}/batch/update`, json: { inputs } };
  },
  read: (answer, records, objectName) =>
    readBatchAnswer(answer, {
      objectName,
      inputs: records.map((record) => {
        const properties = encodeProperties(record.fields);
        return { record, name: recordKeyOf(record.id), properties, sent: sentOf(properties) };
      }),
      named: { inResult: 'id', inError: /^(?:object)?ids?$/i },
    }),
};

/** A sparse input leaves other properties as they are (Providers §2.3). */
export const batchUpsertRequest: HubspotRequest<
  [field: string, records: readonly PlannedRecord[], objectName: string],
  BatchOutcome
> = {
  build: (target, idProperty, records) => {
    const inputs = records.map(({ fields, upsert }, index) => ({
      idProperty,
      id: encodeValue(upsert?.value ?? ''),
      properties: encodeProperties(fields),
      objectWriteTraceId: String(index),
    }));
    return { method: 'POST', path: `${objectsPath(target)}/batch/upsert`, json: { inputs } };
  },
  read: (answer, field, records, objectName) =>
    readBatchAnswer(answer, {
      objectName,
      uniqueProperty: field,
      inputs: records.map((record, index) => {
        const properties = encodeProperties(record.fields);
        return { record, name: String(index), properties, sent: sentOf(properties) };
      }),
      named: { inResult: traceId, inError: /^objectWriteTraceIds?$/ },
    }),
};

const traceId = 'objectWriteTraceId';

/** Properties may come in any order. */
const sentOf = (properties: Record<string, string>, associations?: unknown): string =>
  JSON.stringify([Object.entries(properties).toSorted(([a], [b]) => (a < b ? -1 : 1)), associations]);

/**
 * A 404 without a category is about the path, so each part would get it. Missing records are errors in a 207
 * (Providers §2.3).
 */
function readBatchAnswer(answer: ProviderAnswer, batch: SentBatch): BatchOutcome | Failed {
  const outcome = readBatch(answer, batch);
  const isOfPath = answer.status === 404 && 'faults' in outcome && outcome.faults[0].code === undefined;
  return isOfPath ? withFaults(outcome, { kind: 'invalid', ofCall: true }) : outcome;
}

/**
 * The body decides: 200, 201 and 207 may all have results and errors (Providers §2.1). If as many results as
 * inputs remain unmatched, these inputs were written, but which result is whose is unknown.
 */
const readBatch = reader(({ json }, batch: SentBatch): BatchOutcome | Failed | undefined => {
  if (!isJsonObject(json)) return undefined;
  const results = withoutRepeats(objectsIn(json['results']), batch);
  const errors = objectsIn(json['errors']);
  // Seen with a batch that wrote nothing; the next one may differ (Providers §2.3).
  if (results.length === 0 && errors.length === 0) return { kind: 'failed', faults: [notNamed] };
  const { inputs, objectName, uniqueProperty, named } = batch;
  const nameOf = (result: JsonObject) => named && textOf(result[named.inResult]);
  const failures = errorsOfInputs(errors, { inError: named?.inError, objectName });
  const answered = new Set(named?.inResult === 'id' ? results.map(nameOf) : []);
  failures.placeByName(inputs.filter(({ name }) => !answered.has(name)));
  const matched = matchResults(
    inputs.filter((input) => !failures.own.has(input)),
    results,
    {
      nameOf,
      uniqueProperties: [
        ...alwaysKeysOf(objectName).map(({ name }) => name),
        ...(uniqueProperty === undefined ? [] : [uniqueProperty]),
      ],
      isAlone: inputs.length === 1,
    },
  );
  failures.placeByWords(inputs.filter((input) => !matched.has(input)));
  const open = inputs.filter((input) => !matched.has(input) && !failures.own.has(input));
  const left = results.length - matched.size;
  const ofNone = failures.ofNone();
  // An error without a name may be any open input's.
  const ofOpen = open.length > 1 ? ofNone.map((fault) => ({ ...fault, unclear: true })) : ofNone;
  const faults = faultsOr(left === 0 ? ofOpen : [], () => notNamed);
  const records = inputs.map((input): RecordOutcome => {
    const own = failures.own.get(input);
    if (own) return { kind: 'failed', faults: own };
    const result = matched.get(input);
    return result || left === open.length ? writtenAs(input, result) : { kind: 'failed', faults };
  });
  return { records, errors: ofNone };
});

/**
 * Keeps one result per record, without a trace id if repeats differ in it. An update of merged records has a
 * result for each, all with the new id (Providers §2.2).
 */
function withoutRepeats(results: readonly JsonObject[], { inputs, named }: SentBatch): JsonObject[] {
  const isUpdate = named?.inResult === 'id';
  const updated = new Set(inputs.map(({ name }) => name));
  const records = Map.groupBy(results, (result, at) => {
    const id = textOf(result['id']);
    return id === undefined || (isUpdate && !updated.has(id)) ? at : id;
  });
  return [...records.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    return others.every((other) => other[traceId] === first[traceId]) ? [first] : [withoutTraceId(first)];
  });
}

function writtenAs({ record, properties }: BatchInput, result: JsonObject | undefined): RecordOutcome {
  const recordId = textOf(result?.['id']) ?? record.id;
  if (recordId === undefined)
    return { kind: 'written', warnings: [idNotShown], ...(result && { data: recordIn(result) }) };
  if (result === undefined) return { kind: 'written', recordId };
  const isNew = result['new'];
  return {
    kind: 'written',
    recordId,
    data: recordIn(result),
    ...(record.upsert && typeof isNew === 'boolean' && { created: isNew }),
    ...keptValues(properties, result),
  };
}

const idNotShown =
  'The record was written, but the answer of HubSpot does not show which id is its own. Look for it in HubSpot.';

function withoutTraceId({ [traceId]: _, ...result }: JsonObject): JsonObject {
  return result;
}

const recordIn = ({ new: _, ...result }: JsonObject): JsonObject => withoutTraceId(result);

const notNamed = toFault(unsure('unknown'), {
  message: 'HubSpot did not say what became of this record.',
  code: 'UNREADABLE_ANSWER',
});
