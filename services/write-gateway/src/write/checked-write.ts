import type { InstallationForWrite } from '@writ/installation';
import { newId } from '@writ/db';
import type { BegunWrite, KeyedRequest, OperationTarget } from '@writ/operation';
import type { ForwardHeader, NoteLine, WritePlan } from '@writ/write-core';

export type CheckedWrite = {
  installation: InstallationForWrite;
  plan: WritePlan;
  notes: readonly NoteLine[];
  headers: readonly ForwardHeader[];
  objectName: string;
  requestId: string;
  traceParent?: string | undefined;
};

export const operationTarget = (installation: InstallationForWrite, objectName: string): OperationTarget => ({
  projectId: installation.projectId,
  integrationId: installation.integrationId,
  installationId: installation.id,
  configId: installation.configId,
  connectionId: installation.connectionId,
  groupRef: installation.groupRef,
  provider: installation.provider,
  account: installation.account,
  objectName,
});

export const begunWrite = ({
  installation,
  plan: { type, form, allOrNone, records },
  notes,
  objectName,
  requestId,
  traceParent,
  keyed,
}: CheckedWrite & { keyed: KeyedRequest | undefined }): BegunWrite => ({
  ...operationTarget(installation, objectName),
  type,
  form,
  allOrNone,
  records,
  notes,
  requestId,
  traceParent,
  id: newId(),
  idempotencyKey: keyed?.key,
});
