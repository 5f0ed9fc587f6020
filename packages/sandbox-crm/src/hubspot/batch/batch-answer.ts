import type { AccountSettings } from '../../accounts/settings.ts';
import type { Reply } from '../../server/call.ts';
import type { ObjectFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';

/**
 * Status 207 if something failed, except in version 2026-09 (Providers §2.3). Settings decide the order of
 * results.
 */
export function batchAnswer(
  { nowMs, version, call }: ObjectScope,
  fullStatus: 200 | 201,
  results: readonly object[],
  faults: readonly ObjectFault[],
): Reply {
  const at = new Date(nowMs).toISOString();
  const partial = faults.length > 0;
  return {
    status: partial ? (version === '2026-09' ? 200 : 207) : fullStatus,
    json: {
      status: 'COMPLETE',
      results: asSettled(results, call.account.settings),
      ...(partial && { numErrors: faults.length, errors: faults.map(errorItem) }),
      startedAt: at,
      completedAt: at,
    },
  };
}

function asSettled(
  results: readonly object[],
  { resultOrder, traceResults }: AccountSettings,
): readonly object[] {
  const ordered = resultOrder === null ? results : shuffled(results, resultOrder);
  return traceResults ? ordered : ordered.map((result) => ({ ...result, objectWriteTraceId: undefined }));
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const order = [...items];
  let state = seed;
  for (let last = order.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const at = Math.floor((state / 2 ** 32) * (last + 1));
    order.push(...order.splice(at, 1));
  }
  return order;
}

export function traced(fault: ObjectFault, traceIds: readonly string[]): ObjectFault {
  return traceIds.length === 0
    ? fault
    : { ...fault, context: { ...fault.context, objectWriteTraceId: traceIds } };
}

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
