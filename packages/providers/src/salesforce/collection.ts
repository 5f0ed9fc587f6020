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
import { sentId } from './long-id.ts';
import { collectionPath, forwardedHeaders, type SalesforceRequest } from './paths.ts';
import { encodeValue } from './write.ts';

type Input = [method: 'POST' | 'PATCH', records: readonly PlannedRecord[], allOrNone: boolean];

/**
 * Creates (POST) or updates (PATCH) up to 200 records in one request of the quota. There is one result per record under a
 * 200, or under a 400 from some versions (Providers §1.3). Results are in the order of the records, which Salesforce
 * documents (REST API Developer Guide, "sObject Collections": `SaveResult` objects are returned in the order of the
 * request), so their position decides.
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
    // A single record can make the body malformed; nothing else that is refused as a whole is one record's.
    return answer.status === 400 ? refused : withFaults(refused, { ofCall: true });
  },
};

/** `attributes` has to come first. It and the id say what is written, so they come from the plan alone. */
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
 * Salesforce says alike of a record's own id and of one in its fields that it leads nowhere (Providers §1.3): the record is
 * not there if no field can be meant.
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
