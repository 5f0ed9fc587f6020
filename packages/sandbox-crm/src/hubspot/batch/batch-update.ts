import type { Reply } from '../../server/call.ts';
import { HubspotRefusal, unreadable, type ObjectFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { checkProperties, type PropertyFault } from '../objects/check-properties.ts';
import { findRecord } from '../objects/find-record.ts';
import { propertiesFault } from '../objects/property-faults.ts';
import { updateOne } from '../objects/write-one.ts';
import { batchInputs, bodyObject } from '../read-json.ts';
import { batchAnswer, notFoundFault, traced } from './batch-answer.ts';
import { identified, type IdentifiedInput } from './input-ids.ts';
import { traceId, withTraceId } from './trace-ids.ts';

/** A bad property refuses the whole batch; missing ids are named in one error. */
export function batchUpdate(scope: ObjectScope): Reply {
  const { call, type, store } = scope;
  const inputs = identified(scope, batchInputs(bodyObject(call), type));
  refuseBadProperties(scope, inputs);
  const results: object[] = [];
  const faults: ObjectFault[] = [];
  const missing: IdentifiedInput[] = [];
  for (const { id, idProperty, input } of inputs) {
    const record = findRecord(store, id, idProperty);
    if (record === undefined) {
      missing.push({ id, idProperty, input });
      continue;
    }
    const written = updateOne(scope, record, input);
    if (written.ok) results.push(withTraceId(written.object, input));
    else
      faults.push(
        traced({ ...written.fault, context: { ...written.fault.context, ids: [id] } }, traceIdsOf([input])),
      );
  }
  if (missing.length > 0) faults.push(missingFault(missing));
  return batchAnswer(scope, 200, results, faults);
}

/** Faults of all inputs together, each named once, so that they can't be traced to their inputs. */
function refuseBadProperties({ call, type }: ObjectScope, inputs: readonly IdentifiedInput[]): void {
  const faults = new Map<string, PropertyFault>();
  for (const { input } of inputs) {
    const checked = checkProperties(type, input['properties']);
    if (checked.kind === 'unreadable') throw new HubspotRefusal(unreadable(checked.detail, 0, 0));
    if (checked.kind === 'bad')
      for (const fault of checked.faults) faults.set(`${fault.name} ${fault.message}`, fault);
  }
  if (faults.size > 0) throw new HubspotRefusal(propertiesFault(call.account, [...faults.values()]));
}

function missingFault(missing: readonly IdentifiedInput[]): ObjectFault {
  const ids = missing.map(({ id }) => id);
  return notFoundFault(ids, traceIdsOf(missing.map(({ input }) => input)));
}

function traceIdsOf(inputs: readonly IdentifiedInput['input'][]): string[] {
  return inputs.map(traceId).filter((id) => id !== undefined);
}
