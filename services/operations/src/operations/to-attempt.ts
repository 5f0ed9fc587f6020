import { operationAttemptSchema, type Operation, type OperationAttempt } from '@writ/contracts';
import type { AttemptView, OperationRow } from '@writ/operation';
import { told, toldBy } from '@writ/service-parts';

function nextOf(operation: Operation | undefined): Pick<OperationAttempt, 'nextAttempt' | 'waitingFor'> {
  const { retry, waiting } = operation?.metadata ?? {};
  return {
    ...(retry?.nextAttempt !== undefined && { nextAttempt: retry.nextAttempt }),
    ...(waiting && { waitingFor: waiting.reason }),
  };
}

/** The last attempt also shows what follows it. */
export function toAttempt(
  view: AttemptView,
  { attempt }: Pick<OperationRow, 'attempt'>,
  operation: Operation | undefined,
): OperationAttempt {
  const { call, startedAt: startTime, endedAt: endTime, nextAttemptAt: nextAttempt } = view;
  return {
    ...toldBy(operationAttemptSchema, { ...view, startTime, endTime, nextAttempt }),
    ...told({
      endpoint: call?.endpoint,
      providerStatus: call?.status,
      correlationId: call?.correlationId,
      providerCall: call?.providerCall,
      providerCallOperations: call?.operations,
    }),
    ...(view.number === attempt && view.outcome !== 'running' && nextOf(operation)),
  };
}
