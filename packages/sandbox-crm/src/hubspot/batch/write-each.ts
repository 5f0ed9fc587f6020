import type { JsonObject } from '../../json.ts';
import { rollBack } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { HubspotRefusal, type ObjectFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { batchAnswer, traced } from './batch-answer.ts';
import { allTraced, traceId, withTraceId } from './trace-ids.ts';

type Written = { ok: true; object: object } | { ok: false; fault: ObjectFault };

/**
 * Writes what can be written if every input has its own trace id. Otherwise it is all or nothing, and the first
 * fault ends the call.
 */
export function writeEach<T extends { readonly input: JsonObject }>(
  scope: ObjectScope,
  fullStatus: 200 | 201,
  items: readonly T[],
  write: (item: T) => Written,
): Reply {
  const partial = allTraced(items.map(({ input }) => input));
  const results: object[] = [];
  const faults: ObjectFault[] = [];
  for (const item of items) {
    const written = write(item);
    if (written.ok) {
      results.push(withTraceId(written.object, item.input));
    } else if (partial) {
      faults.push(traced(written.fault, [traceId(item.input) ?? '']));
    } else {
      rollBack(scope.call.changes, 0);
      throw new HubspotRefusal(written.fault);
    }
  }
  return batchAnswer(scope, fullStatus, results, faults);
}
