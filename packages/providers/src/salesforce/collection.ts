import type {
  BatchOutcome,
  Failed,
  JsonObject,
  JsonValue,
  PlannedRecord,
  ProviderFault,
  RecordOutcome,
} from '@writ/write-core';
import { isSameName } from '../look-up/find-by-keys.ts';
import { objectsIn, textOf } from '../transport/json.ts';
import { isSuccess, unreadableAnswer } from '../transport/read-answer.ts';
import { mapFaults, withFaults } from '../verdict.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults, readItemFaults } from './failures/failures.ts';
import { sentId } from './record-id.ts';
import { collectionPath, forwardedHeaders, upsertPath, type SalesforceRequest } from './paths.ts';
import { encodeValue } from './write.ts';

/** `upsertBy`: the field of an upsert. */
export type CollectionWrite = { method: 'POST' | 'PATCH'; allOrNone: boolean; upsertBy?: string };
type Input = [write: CollectionWrite, records: readonly PlannedRecord[]];

/**
 * Creates (POST), updates or upserts (PATCH) up to 200 records, counted as one request. Answers 200, or 400
 * in some versions, with a result per record (Providers §1.3) in the order of the request (REST API Developer
 * Guide, "sObject Collections").
 */
export const collectionRequest: SalesforceRequest<Input, BatchOutcome> = {
  build: (target, { method, allOrNone, upsertBy }, records) => ({
    method,
    path: upsertBy === undefined ? collectionPath(target) : upsertPath(target, upsertBy),
    headers: forwardedHeaders(target.headers),
    json: { allOrNone, records: records.map((record) => collectionRow(target.objectName, record)) },
  }),
  read: (answer, _write, records) => {
    const items = objectsIn(answer.json);
    const isPerRecord = items.length === records.length && items.every((item) => 'success' in item);
    if (isPerRecord && (answer.status === 200 || answer.status === 400)) {
      return { records: items.map((item, at) => readItem(item, records[at])), errors: [] };
    }
    if (isSuccess(answer.status)) return unreadableAnswer(salesforceDeclaration, answer);
    const refused: Failed = { kind: 'failed', faults: readFaults(answer) };
    // One record can make the body malformed (400). Other refusals are the call's.
    return answer.status === 400 ? refused : withFaults(refused, { ofCall: true });
  },
};

/** `attributes` comes first. It and the id come from the plan only. */
function collectionRow(type: string, { id, fields, upsert }: PlannedRecord): JsonObject {
  const row: Record<string, JsonValue> = { attributes: { type } };
  if (id !== undefined) row['id'] = sentId(id);
  for (const [name, value] of Object.entries(fields)) {
    if (!/^(?:attributes|id)$/i.test(name)) row[name] = encodeValue(value);
  }
  if (upsert && !Object.keys(row).some((name) => isSameName(name, upsert.field)))
    row[upsert.field] = upsert.value;
  return row;
}

function readItem(item: JsonObject, record: PlannedRecord | undefined): RecordOutcome {
  if (item['success'] === false) {
    return mapFaults({ kind: 'failed', faults: readItemFaults(item) }, (fault) => ofOwnId(fault, record));
  }
  const recordId = textOf(item['id']) ?? record?.id;
  if (item['success'] !== true) return unreadableAnswer(salesforceDeclaration, { status: 200 });
  if (recordId === undefined) return { kind: 'written', warnings: [idNotShown] };
  const { created } = item;
  return { kind: 'written', recordId, ...(record?.upsert && typeof created === 'boolean' && { created }) };
}

/**
 * One code stands for a wrong id of the record and in its fields (Providers §1.3): the record is missing if
 * no field holds an id.
 */
function ofOwnId(fault: ProviderFault, record: PlannedRecord | undefined): ProviderFault {
  if (!/^(?:INVALID_CROSS_REFERENCE_KEY|ENTITY_IS_DELETED)$/.test(fault.code ?? '')) return fault;
  const holdsNoId = !Object.values(record?.fields ?? {}).some(isId);
  const isOwn = record?.id !== undefined && fault.field === undefined && holdsNoId;
  return { ...fault, kind: isOwn ? 'not-found' : 'invalid' };
}

const isId = (value: JsonValue): boolean =>
  typeof value === 'string' && salesforceDeclaration.recordIdPattern.test(value);

const idNotShown =
  'The record was written, but the answer of Salesforce does not show its id. Look for it in Salesforce.';
