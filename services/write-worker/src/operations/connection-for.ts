import {
  isSameAccount,
  type FindInstallationNow,
  type InstallationNow,
  type LiveConnection,
  type LiveConnections,
} from '@writ/installation';
import type { ClaimedOperation } from '@writ/operation';
import { resultTexts, type ProviderFault } from '@writ/write-core';

type Deps = { connections: Pick<LiveConnections, 'find'>; findInstallation: FindInstallationNow };

/**
 * The connection that a write goes through: that of its installation as it is now, as long as it leads to the account
 * that the write was accepted for (Contract §4.6). Both are looked up at once, since it is nearly always the one that
 * the write was accepted with.
 */
export async function connectionFor(
  { connections, findInstallation }: Deps,
  operation: ClaimedOperation,
  signal: AbortSignal,
): Promise<LiveConnection> {
  const [now, known] = await Promise.all([
    findInstallation(operation.installationId),
    connections.find(operation.connectionId, signal),
  ]);
  const fault = whyNot(operation, now);
  if (fault) return { kind: 'failed', fault };
  const live =
    !now || now.connectionId === operation.connectionId
      ? known
      : await connections.find(now.connectionId, signal);
  return live ?? { kind: 'failed', fault: never("The installation's connection was deleted") };
}

function whyNot(operation: ClaimedOperation, now: InstallationNow | undefined): ProviderFault | undefined {
  if (!now) return never(resultTexts.installationGone());
  return isSameAccount(now, operation) ? undefined : never(resultTexts.accountMoved());
}

const never = (message: string): ProviderFault => ({
  kind: 'invalid',
  sent: 'notSent',
  retryable: false,
  message,
});
