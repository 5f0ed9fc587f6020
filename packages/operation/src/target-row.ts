import type { OperationTarget } from './operation.ts';

/** What a row tells of an operation's target. */
export type TargetRow = {
  project_id: string;
  integration_id: string;
  installation_id: string;
  config_id: string;
  connection_id: string;
  group_ref: string;
  provider: string;
  account: string;
  object_name: string;
};

const names: readonly (keyof TargetRow)[] = [
  'project_id',
  'integration_id',
  'installation_id',
  'config_id',
  'connection_id',
  'group_ref',
  'provider',
  'account',
  'object_name',
];

/** SQL: the columns of a `TargetRow`, of the table or row `from`. */
export const targetColumns = (from: string): string => names.map((name) => `${from}.${name}`).join(', ');

export const toTarget = (row: TargetRow): OperationTarget => ({
  projectId: row.project_id,
  integrationId: row.integration_id,
  installationId: row.installation_id,
  configId: row.config_id,
  connectionId: row.connection_id,
  groupRef: row.group_ref,
  provider: row.provider,
  account: row.account,
  objectName: row.object_name,
});
