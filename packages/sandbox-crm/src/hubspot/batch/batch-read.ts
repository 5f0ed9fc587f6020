import type { Reply } from '../../server/call.ts';
import type { ObjectScope } from '../object-scope.ts';
import { findRecord } from '../objects/find-record.ts';
import { renderObject } from '../objects/render-object.ts';
import { wantedProperties } from '../objects/single-object.ts';
import { batchInputs, bodyObject, textList } from '../read-json.ts';
import { batchAnswer, notFoundFault } from './batch-answer.ts';
import { identified } from './input-ids.ts';

export function batchRead(scope: ObjectScope): Reply {
  const body = bodyObject(scope.call);
  const inputs = identified(scope, batchInputs(body, scope.type), body['idProperty']);
  const names = wantedProperties(scope, textList(body['properties']));
  const results: object[] = [];
  const missing: string[] = [];
  for (const { id, idProperty } of inputs) {
    const record = findRecord(scope.store, id, idProperty);
    if (record === undefined) missing.push(id);
    else results.push(renderObject(scope.type, record, names));
  }
  return batchAnswer(scope, 200, results, missing.length === 0 ? [] : [notFoundFault(missing)]);
}
