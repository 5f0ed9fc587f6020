import { isId, type Database } from '@writ/db';
import { entryOf, type ConfigContent, type WriteObjectConfig } from '../config/config-content.ts';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { storable } from '../storable.ts';
import { sealedColumns, toSealed, type SealedConnection } from './connections-for-call.ts';
import { contentCache } from './content-cache.ts';

/** What a write names: from its path, and `groupRef` from its body. */
export type WriteTarget = {
  projectId: string;
  integrationIdOrName: string;
  groupRef: string;
  objectName: string;
};

/** Everything a write needs to know about the installation it goes to. */
export type InstallationForWrite = {
  id: string;
  projectId: string;
  configId: string;
  integrationId: string;
  integrationName: string;
  groupRef: string;
  groupName?: string;
  connectionId: string;
  /** The provider's own id of the customer's account. */
  account: string;
  provider: string;
  consumerRef?: string;
  consumerName?: string;
  /** With its credentials sealed; absent where it was removed meanwhile. */
  connection?: SealedConnection;
  /** The config's entry for the object; absent where the config says nothing about it. */
  objectConfig: WriteObjectConfig | undefined;
  /** The config's `write` section lacks the object, so nothing is written to it (Contract §4.3, rule 10). */
  objectSwitchedOff: boolean;
  /** Builder-side field name to provider field, of the config's `read` entry for the same object. */
  readMappings: Readonly<Record<string, string>>;
  /** The manifest's entry for the object. */
  manifestObject: { inheritMapping?: boolean };
  /** Operators have it that fields without a mapping are removed (Contract §4.3, rule 6). */
  removeUnmappedFields: boolean;
};

export type InstallationSearch =
  | { kind: 'no-integration' }
  | { kind: 'no-installation'; integrationId: string; integrationName: string; provider: string }
  | {
      kind: 'object-not-in-manifest';
      integrationId: string;
      integrationName: string;
      provider: string;
      /** What the manifest's `write` section does list. */
      writableObjects: readonly string[];
    }
  | { kind: 'found'; installation: InstallationForWrite };

/** Finds the installation that a write goes to. */
export type FindInstallationForWrite = (target: WriteTarget) => Promise<InstallationSearch>;

/** What a target leads to, as JSON: `nr` counts the targets that were given from 1. */
export type TargetRow = {
  nr: number;
  integration_id: string;
  integration_name: string;
  provider: string;
  revision_id: string;
  id: string | null;
  group_name: string | null;
  config_id: string;
  connection_id: string;
  remove_unmapped: boolean;
  listed_objects_only: boolean;
  account: string;
  consumer_ref: string | null;
  consumer_name: string | null;
  base_url: string | null;
  credentials: string | null;
  connection_status: SealedConnection['status'];
  expire_time: string | null;
  refresh_due: boolean | null;
  expired: boolean | null;
};

/** Finds where the targets of a JSON array of `toGiven`, `$2`, lead: each by indexes, as `findActiveKeys` does. */
export const findTargets = `
  SELECT target.nr::int, integration.id AS integration_id, integration.name AS integration_name,
         integration.provider, integration.revision_id, installation.id, installation.group_name,
         installation.config_id, installation.connection_id, installation.remove_unmapped,
         installation.listed_objects_only, connection.account, connection.consumer_ref,
         connection.consumer_name, ${sealedColumns}
  FROM ROWS FROM (json_to_recordset($2::json)
      AS (project_id uuid, integration_id uuid, integration_name text, group_ref text)) WITH ORDINALITY
    AS target (project_id, integration_id, integration_name, group_ref, nr)
  CROSS JOIN LATERAL (
    SELECT * FROM integration
    WHERE project_id = target.project_id AND name = target.integration_name
    UNION ALL
    SELECT * FROM integration
    WHERE project_id = target.project_id AND id = target.integration_id
  ) AS integration
  LEFT JOIN LATERAL (
    SELECT * FROM installation
    WHERE project_id = target.project_id AND integration_id = integration.id AND group_ref = target.group_ref
    LIMIT 1
  ) AS installation ON true
  LEFT JOIN LATERAL (
    SELECT * FROM connection WHERE id = installation.connection_id LIMIT 1
  ) AS connection ON true`;

/** Makes what rows say of targets; only what never changes is remembered: contents of configs and revisions, by their ids. */
export type ReadTargets = (
  targets: readonly WriteTarget[],
  rows: readonly TargetRow[],
) => Promise<readonly InstallationSearch[]>;

/**
 * Which objects may be written is asked of the integration's revision in force, so a manifest that is applied counts
 * at once; which of them are switched off, and how the others are written, of the installation's own config.
 */
export function targetReader(db: Pick<Database, 'pool'>): ReadTargets {
  const configs = contentCache<ConfigContent>(db, 'installation_config');
  const revisions = contentCache<ManifestIntegration>(db, 'revision');
  return async (targets, rows) => {
    const installed = rows.filter((row) => row.id !== null);
    const [contents, manifests] = await Promise.all([
      configs(installed.map((row) => row.config_id)),
      revisions(installed.map((row) => row.revision_id)),
    ]);
    const found = new Map(rows.map((row) => [row.nr, row]));
    return targets.map((target, index) => {
      const row = found.get(index + 1);
      return row === undefined
        ? { kind: 'no-integration' }
        : answer(row, target, contents.get(row.config_id), manifests.get(row.revision_id));
    });
  };
}

/** A target as `findTargets` takes it. */
export const toGiven = ({ projectId, integrationIdOrName, groupRef }: WriteTarget) => ({
  project_id: projectId,
  integration_id: isId(integrationIdOrName) ? integrationIdOrName : undefined,
  integration_name: storable(integrationIdOrName),
  group_ref: storable(groupRef),
});

function answer(
  row: TargetRow,
  target: WriteTarget,
  config: ConfigContent | undefined,
  manifest: ManifestIntegration | undefined,
): InstallationSearch {
  const { integration_id: integrationId, integration_name: integrationName, provider } = row;
  if (row.id === null) return { kind: 'no-installation', integrationId, integrationName, provider };
  const writable = manifest?.write?.objects ?? [];
  const manifestObject = writable.find(({ objectName }) => objectName === target.objectName);
  if (manifestObject === undefined) {
    const writableObjects = writable.map(({ objectName }) => objectName);
    return { kind: 'object-not-in-manifest', integrationId, integrationName, provider, writableObjects };
  }
  const { inheritMapping } = manifestObject;
  const objectConfig = entryOf(config?.write, target.objectName);
  return {
    kind: 'found',
    installation: {
      id: row.id,
      projectId: target.projectId,
      configId: row.config_id,
      integrationId,
      integrationName,
      groupRef: target.groupRef,
      ...(row.group_name !== null && { groupName: row.group_name }),
      connectionId: row.connection_id,
      account: row.account,
      provider,
      ...(row.consumer_ref !== null && { consumerRef: row.consumer_ref }),
      ...(row.consumer_name !== null && { consumerName: row.consumer_name }),
      ...(row.credentials !== null && {
        connection: toSealed({
          ...row,
          credentials: row.credentials,
          project_id: target.projectId,
          expire_time: row.expire_time === null ? null : new Date(row.expire_time),
        }),
      }),
      objectConfig,
      objectSwitchedOff: row.listed_objects_only && config?.write !== undefined && objectConfig === undefined,
      readMappings: entryOf(config?.read, target.objectName)?.selectedFieldMappings ?? {},
      manifestObject: inheritMapping === undefined ? {} : { inheritMapping },
      removeUnmappedFields: row.remove_unmapped,
    },
  };
}
