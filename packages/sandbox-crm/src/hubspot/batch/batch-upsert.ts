import { rollBack } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { isObject } from '../../json.ts';
import { HubspotRefusal, validationFault } from '../object-fault.ts';
import type { ObjectFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { findRecord } from '../objects/find-record.ts';
import { createOne, updateOne } from '../objects/write-one.ts';
import type { WrittenObject } from '../objects/write-one.ts';
import { batchInputs, bodyObject } from '../read-json.ts';
import { batchAnswer, traced } from './batch-answer.ts';
import { identified } from './input-ids.ts';
import type { IdentifiedInput } from './input-ids.ts';
import { allTraced, traceId, withTraceId } from './trace-ids.ts';

/** Creates or updates by a unique property; partial under the same rule as a batch of creates. */
export function batchUpsert(scope: ObjectScope): Reply {
  const raw = batchInputs(bodyObject(scope.call), scope.type);
  const partial = allTraced(raw);
  const results: object[] = [];
  const faults: ObjectFault[] = [];
  for (const input of identified(scope, raw)) {
    const written = upsertOne(scope, input);
    if (written.ok) {
      results.push(withTraceId({ ...written.object, new: written.isNew }, input.input));
    } else if (partial) {
      faults.push(traced(written.fault, [traceId(input.input) ?? '']));
    } else {
      rollBack(scope.call.changes, 0);
      throw new HubspotRefusal(written.fault);
    }
  }
  return batchAnswer(scope, 200, results, faults);
}

function upsertOne(
  scope: ObjectScope,
  { id, idProperty, input }: IdentifiedInput,
): WrittenObject & { readonly isNew: boolean } {
  if (typeof idProperty !== 'string') {
    throw new HubspotRefusal(validationFault('An upsert needs the idProperty of each input'));
  }
  const record = findRecord(scope.store, id, idProperty);
  if (record !== undefined) return { ...updateOne(scope, record, input), isNew: false };
  const properties = isObject(input['properties']) ? input['properties'] : {};
  return { ...createOne(scope, { ...input, properties: { ...properties, [idProperty]: id } }), isNew: true };
}
