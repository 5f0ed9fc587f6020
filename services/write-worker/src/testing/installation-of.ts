import type { FindInstallationNow } from '@writ/installation';
import type { OperationTarget } from '@writ/operation';

/** The installation of an operation, as it was when the operation was accepted. */
export const installationOf =
  (operation: OperationTarget): FindInstallationNow =>
  (id) =>
    Promise.resolve({
      id,
      integrationId: operation.integrationId,
      groupRef: operation.groupRef,
      configId: operation.configId,
      connectionId: operation.connectionId,
      provider: operation.provider,
      account: operation.account,
    });
