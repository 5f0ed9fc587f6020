import type {
  BatchOutcome,
  Failed,
  JsonObject,
  JsonValue,
  PlannedRecord,
  ProviderFault,
  RecordOutcome,
} from '@writ/write-core';
import { objectsIn, textOf } from '../transport/json.ts';
import { isSuccess, unreadableAnswer } from '../transport/read-answer.ts';
import { mapFaults, withFaults } from '../verdict.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults, readItemFaults } from './failures/failures.ts';
import { sentId } from './record-id.ts';
import { collectionPath, forwardedHeaders, type SalesforceRequest } from './paths.ts';
import { encodeValue } from './write.ts';

type Input = [method: 'POST' | 'PATCH', records: readonly PlannedRecord[], allOrNone: boolean];

/**
 * Creates (POST) or updates (PATCH) up to 200 records, counted as one request. Answers 200, or 400 in some
 * versions, with a result per record (Providers §1.3) in the order of the request (REST API Developer Guide,
 * "sObject Collections").
 */
export const collectionRequest: SalesforceRequest<Input, BatchOutcome> = {
  build: (target, method, records, allOrNone) => ({
    method,
    path: collectionPath(target),
    headers: forwardedHeaders(target.headers),
    json: { allOrNone, records: records.map((record) => collectionRow(target.objectName, record)) },
  }),
  read: (answer, _method, records) => {
    const items = objectsIn(answer.json);
    const isPerRecord = items.length === records.length && items.every((item) => 'success' in item);
    if (isPerRecord && (answer.status === 200 || answer.status === 400)) {
      return { records: items.map((item, at) => readItem(item, records[at])), errors: [] };
    }
    if (isSuccess(answer.status)) return unreadableAnswer(salesforceDeclaration, answer);
    const refused: Failed = { kind: 'failed', faults: readFaults(answer) };
    // A 400 may be one record's: it can make the body malformed. Other refusals are the call's.
    return answer.status === 400 ? refused : withFaults(refused, { ofCall: true });
  },
};

/** `attributes` comes first. It and the id come from the plan only. */
function collectionRow(type: string, { id, fields }: PlannedRecord): JsonObject {
  const row: Record<string, JsonValue> = { attributes: { type } };
  if (id !== undefined) row['id'] = sentId(id);
  for (const [name, value] of Object.entries(fields)) {
    if (!/^(?:attributes|id)$/i.test(name)) row[name] = encodeValue(value);
  }
  return row;
}

function readItem(item: JsonObject, record: PlannedRecord | undefined): RecordOutcome {
  if (item['success'] === false) {
    return mapFaults({ kind: 'failed', faults: readItemFaults(item) }, (fault) => ofOwnId(fault, record));
  }
  const recordId = textOf(item['id']) ?? record?.id;
  if (item['success'] !== true) return unreadableAnswer(salesforceDeclaration, { status: 200 });
  return recordId === undefined ? { kind: 'written', warnings: [idNotShown] } : { kind: 'written', recordId };
}

/**
 * One code stands for a wrong id of the record and in its fields (Providers §1.3): the record is missing if no
 * field holds an id.
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
