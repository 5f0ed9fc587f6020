import type { Reply } from '../../server/call.ts';
import type { ObjectFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';

/**
 * The envelope of a batch answer (Providers §2.3): the full status when nothing failed, else 207. Version 2026-09
 * knows no 207: there a partial answer differs by its body alone.
 */
export function batchAnswer(
  { nowMs, version }: ObjectScope,
  fullStatus: 200 | 201,
  results: readonly unknown[],
  faults: readonly ObjectFault[],
): Reply {
  const at = new Date(nowMs).toISOString();
  const partial = faults.length > 0;
  return {
    status: partial ? (version === '2026-09' ? 200 : 207) : fullStatus,
    json: {
      status: 'COMPLETE',
      results,
      ...(partial && { numErrors: faults.length, errors: faults.map(errorItem) }),
      startedAt: at,
      completedAt: at,
    },
  };
}

/** The fault as one of several, marked with the trace id of its input. */
export function traced(fault: ObjectFault, traceIds: readonly string[]): ObjectFault {
  return traceIds.length === 0
    ? fault
    : { ...fault, context: { ...fault.context, objectWriteTraceId: traceIds } };
}

/** All ids that were not found, in the one error that HubSpot makes of them. */
export function notFoundFault(ids: readonly string[], traceIds: readonly string[] = []): ObjectFault {
  const message = 'Could not get some objects, they may be deleted or not exist. Check that ids are valid.';
  return traced({ status: 404, category: 'OBJECT_NOT_FOUND', message, context: { ids } }, traceIds);
}

/** Lists and maps are there also when they are empty, as HubSpot's own description has it. */
function errorItem({ message, category, context, errors }: ObjectFault) {
  return {
    status: 'error',
    category: category ?? 'OBJECT_NOT_FOUND',
    message,
    context: context ?? {},
    errors: errors ?? [],
    links: {},
  };
}
