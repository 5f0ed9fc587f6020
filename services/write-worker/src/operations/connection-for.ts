import {
  isSameAccount,
  type FindInstallationForCall,
  type LiveConnection,
  type LiveConnections,
} from '@writ/installation';
import type { ClaimedOperation } from '@writ/operation';
import { resultTexts } from '@writ/write-core';

type Deps = { connections: Pick<LiveConnections, 'use'>; findInstallation: FindInstallationForCall };

/** The installation's current connection, if it leads to the write's account (Contract §4.6). */
export async function connectionFor(
  { connections, findInstallation }: Deps,
  operation: ClaimedOperation,
  signal: AbortSignal,
): Promise<LiveConnection> {
  const now = await findInstallation(operation.installationId);
  if (!now) return never(resultTexts.installationGone());
  const { connection, foreignConnection } = now;
  if (foreignConnection) return never(resultTexts.connectionForeign());
  const { id: connectionId, provider, account } = connection;
  return isSameAccount({ connectionId, provider, account, foreignConnection }, operation)
    ? connections.use(connection, signal)
    : never(resultTexts.accountMoved());
}

const never = (message: string): LiveConnection => ({
  kind: 'failed',
  fault: { kind: 'invalid', sent: 'notSent', retryable: false, message },
});
