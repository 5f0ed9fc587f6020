import type { FindInstallationForCall, InstallationForCall } from '@writ/installation';
import type { OperationTarget } from '@writ/operation';

/** The installation of an operation, as it was when the operation was accepted, with a connection that works. */
export const installationOf =
  (
    { connectionId, projectId, provider, account }: OperationTarget,
    connection: Partial<InstallationForCall['connection']> = {},
  ): FindInstallationForCall =>
  (id) =>
    Promise.resolve({
      id,
      connection: {
        id: connectionId,
        projectId,
        provider,
        account,
        refreshDue: false,
        expired: false,
        sealed: '',
        status: 'working',
        ...connection,
      },
      foreignConnection: false,
      names: { integrationName: null, groupName: null, consumerRef: null, consumerName: null },
    });
