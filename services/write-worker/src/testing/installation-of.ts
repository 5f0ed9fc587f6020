import type { FindInstallationForCall, InstallationForCall } from '@writ/installation';
import type { OperationTarget } from '@writ/operation';

/** An operation's installation at acceptance, with a working connection. */
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
