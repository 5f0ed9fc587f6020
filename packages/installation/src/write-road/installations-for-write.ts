import type { Database } from '@writ/db';
import type { ConfigContent } from '@writ/contracts';
import { entryOf, type WriteObjectConfig } from '../config/config-content.ts';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { sealedColumns, toSealed, type SealedConnection, type SealedRow } from './connections-for-call.ts';
import { contentCache } from './content-cache.ts';

/** What a write names: in its path, and `groupRef` in its body. */
export type WriteNames = {
  integrationIdOrName: string;
  /** Undefined where the body names none: there is no installation then. */
  groupRef: string | undefined;
  objectName: string;
};

/** Everything a write needs to know about the installation it goes to. */
export type InstallationForWrite = {
  id: string;
  projectId: string;
  configId: string;
  integrationId: string;
  groupRef: string;
  connectionId: string;
  /** The provider's own id of the customer's account. */
  account: string;
  provider: string;
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
  | { kind: 'no-installation'; integrationId: string; provider: string }
  | {
      kind: 'object-not-in-manifest';
      integrationId: string;
      provider: string;
      /** What the manifest's `write` section does list. */
      writableObjects: readonly string[];
    }
  | { kind: 'found'; installation: InstallationForWrite };

/** What `targetColumns` tell, as JSON. */
export type TargetRow = Omit<SealedRow, 'credentials'> & {
  /** Null where there is none: neither is anything else then. */
  integration_id: string | null;
  revision_id: string;
  /** The installation's. */
  id: string | null;
  group_ref: string;
  config_id: string;
  remove_unmapped: boolean;
  listed_objects_only: boolean;
  credentials: string | null;
};

export const targetColumns = `
  integration.id AS integration_id, integration.provider, integration.revision_id, installation.id,
  installation.group_ref, installation.config_id, installation.connection_id, installation.remove_unmapped,
  installation.listed_objects_only, connection.account, ${sealedColumns}`;

/** Finds, each by an index, where the names of `asked` lead in a project. */
export const targetJoins = (projectId: string): string => `
  LEFT JOIN LATERAL (
    SELECT * FROM integration WHERE project_id = ${projectId} AND name = asked.integration_name
    UNION ALL
    SELECT * FROM integration WHERE project_id = ${projectId} AND id = asked.integration_id
  ) AS integration ON true
  LEFT JOIN LATERAL (
    SELECT * FROM installation
    WHERE project_id = ${projectId} AND integration_id = integration.id AND group_ref = asked.group_ref
    LIMIT 1
  ) AS installation ON true
  LEFT JOIN LATERAL (
    SELECT * FROM connection WHERE id = installation.connection_id LIMIT 1
  ) AS connection ON true`;

/** Makes what rows say of names; only what never changes is remembered: contents of configs and revisions, by their ids. */
export type ReadTargets = (
  asked: readonly { objectName: string; row: TargetRow | undefined }[],
) => Promise<readonly InstallationSearch[]>;

/**
 * Which objects may be written is asked of the integration's revision in force, so a manifest that is applied counts
 * at once; which of them are switched off, and how the others are written, of the installation's own config.
 */
export function targetReader(db: Pick<Database, 'pool'>): ReadTargets {
  const configs = contentCache<ConfigContent>(db, 'installation_config');
  const revisions = contentCache<ManifestIntegration>(db, 'revision');
  return async (asked) => {
    const installed = asked.flatMap(({ row }) => (row && row.id !== null ? [row] : []));
    const [contents, manifests] = await Promise.all([
      configs(installed.map((row) => row.config_id)),
      revisions(installed.map((row) => row.revision_id)),
    ]);
    return asked.map(({ objectName, row }) =>
      row
        ? answer(row, objectName, contents.get(row.config_id), manifests.get(row.revision_id))
        : { kind: 'no-integration' },
    );
  };
}

function answer(
  row: TargetRow,
  objectName: string,
  config: ConfigContent | undefined,
  manifest: ManifestIntegration | undefined,
): InstallationSearch {
  const { integration_id: integrationId, provider, credentials } = row;
  if (integrationId === null) return { kind: 'no-integration' };
  if (row.id === null) return { kind: 'no-installation', integrationId, provider };
  const writable = manifest?.write?.objects ?? [];
  const manifestObject = writable.find((object) => object.objectName === objectName);
  if (manifestObject === undefined) {
    const writableObjects = writable.map((object) => object.objectName);
    return { kind: 'object-not-in-manifest', integrationId, provider, writableObjects };
  }
  const { inheritMapping } = manifestObject;
  const objectConfig = entryOf(config?.write, objectName);
  return {
    kind: 'found',
    installation: {
      id: row.id,
      projectId: row.project_id,
      configId: row.config_id,
      integrationId,
      groupRef: row.group_ref,
      connectionId: row.connection_id,
      account: row.account,
      provider,
      ...(credentials !== null && { connection: toSealed({ ...row, credentials }) }),
      objectConfig,
      objectSwitchedOff: row.listed_objects_only && config?.write !== undefined && objectConfig === undefined,
      readMappings: entryOf(config?.read, objectName)?.selectedFieldMappings ?? {},
      manifestObject: inheritMapping === undefined ? {} : { inheritMapping },
      removeUnmappedFields: row.remove_unmapped,
    },
  };
}
