import { rollBack } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { HubspotRefusal, type ObjectFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { createOne } from '../objects/write-one.ts';
import { batchInputs, bodyObject } from '../read-json.ts';
import { batchAnswer, traced } from './batch-answer.ts';
import { allTraced, traceId, withTraceId } from './trace-ids.ts';

/** With a trace id on every input, what can be created is; without, all or nothing, and the first fault ends it. */
export function batchCreate(scope: ObjectScope): Reply {
  const { call, type } = scope;
  const inputs = batchInputs(bodyObject(call), type);
  const partial = allTraced(inputs);
  const results: object[] = [];
  const faults: ObjectFault[] = [];
  for (const input of inputs) {
    const written = createOne(scope, input);
    if (written.ok) {
      results.push(withTraceId(written.object, input));
    } else if (partial) {
      faults.push(traced(written.fault, [traceId(input) ?? '']));
    } else {
      rollBack(call.changes, 0);
      throw new HubspotRefusal(written.fault);
    }
  }
  return batchAnswer(scope, 201, results, faults);
}
