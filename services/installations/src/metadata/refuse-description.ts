import { notFound, Refusal } from '@writ/http-kit';
import type { Connection } from '@writ/installation';
import { providerProblem, providerRemedy } from '@writ/service-parts';
import { faultText, type ProviderFault } from '@writ/write-core';

/** What a caller is told where the provider does not describe an object (Contract §2). */
export function refuseDescription(
  fault: ProviderFault,
  { connection, objectName }: { connection: Connection; objectName: string },
): Refusal {
  const { kind, retryAfterMs, status } = fault;
  if (kind === 'not-found')
    return notFound(
      'path',
      'objectName',
      objectName,
      `The CRM has no object of this name: ${faultText(fault)}`,
    );
  const remedy = providerRemedy(fault, connection);
  // A question changes nothing, so it can be asked again; a connection stays refused until it is made anew.
  const retryable = fault.retryable && kind !== 'unauthorized';
  return new Refusal(providerProblem(fault), {
    detail: faultText(fault),
    ...(!fault.ours && { subsystem: connection.provider }),
    retryable,
    ...(retryable && retryAfterMs !== undefined && { retryAfter: new Date(Date.now() + retryAfterMs) }),
    ...(remedy !== undefined && { remedy }),
    context: { connectionId: connection.id, ...(status !== undefined && { providerStatus: status }) },
  });
}
