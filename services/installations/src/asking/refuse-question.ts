import { Refusal, type ProblemKind } from '@writ/problems';
import { providerProblem, providerRemedy } from '@writ/service-parts';
import { faultText, leastWaitMs, type ProviderFault } from '@writ/write-core';

type Asked = { id: string; projectId: string; provider: string };

/** Replaces the fault's words. */
type Told = {
  kind?: Exclude<ProblemKind, 'invalid-input' | 'malformed-body' | 'not-found'>;
  context?: Readonly<Record<string, unknown>>;
};

export function refuseQuestion(
  fault: ProviderFault,
  connection: Asked,
  { kind = providerProblem(fault), context }: Told = {},
): Refusal {
  const { status } = fault;
  const waitMs = leastWaitMs([fault]);
  const retryAt = waitMs > 0 ? new Date(Date.now() + waitMs) : undefined;
  // A question can be repeated; a refused connection stays refused until it is made anew.
  const retryable = fault.retryable && fault.kind !== 'unauthorized';
  const remedy =
    providerRemedy(fault, connection) ??
    (retryable ? `Ask again${retryAt ? ` after ${retryAt.toISOString()}` : ''}.` : undefined);
  return new Refusal(kind, {
    detail: faultText(fault),
    ...(!fault.ours && { subsystem: connection.provider }),
    retryable,
    ...(retryable && retryAt && { retryAfter: retryAt }),
    ...(remedy !== undefined && { remedy }),
    context: {
      connectionId: connection.id,
      ...(status !== undefined && { providerStatus: status }),
      ...context,
    },
  });
}
