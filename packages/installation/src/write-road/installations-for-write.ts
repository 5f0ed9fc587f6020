import type { Database } from '@writ/db';
import type { ConfigContent } from '@writ/contracts';
import { projectSettings } from '@writ/tenancy';
import { byObject, type WriteObjectConfig } from '../config/config-content.ts';
import type { Installation } from '../installation/installations.ts';
import type { ManifestIntegration, ManifestObject } from '../manifest/manifest.ts';
import { isForeign } from './foreign-connections.ts';
import { sealedColumns, toSealed, type SealedConnection, type SealedRow } from './connections-for-call.ts';
import { contentCache } from './content-cache.ts';

export type WriteNames = {
  integrationIdOrName: string;
  /** Undefined if the body names none: then there is no installation. */
  groupRef: string | undefined;
  objectName: string;
};

export type InstallationForWrite = {
  id: string;
  projectId: string;
  configId: string;
  integrationId: string;
  groupRef: string;
  connectionId: string;
  account: string;
  provider: string;
  /** Another group's: no write goes through it. */
  foreignConnection: boolean;
  /** Absent if it was removed meanwhile. */
  connection?: SealedConnection;
  objectConfig: WriteObjectConfig | undefined;
  /** The config's `write` section lacks the object, so nothing is written to it. */
  objectSwitchedOff: boolean;
  /**
   * Whether asynchronous writes share calls, by the object's config or the project; undefined: as the
   * provider does.
   */
  gather: boolean | undefined;
  /** Builder-side field name to provider field, from the config's `read` entry of the object. */
  readMappings: Readonly<Record<string, string>>;
  manifestObject: { inheritMapping?: boolean };
  /** Operators switched on the removal of fields without a mapping. */
  removeUnmappedFields: boolean;
};

export type InstallationSearch =
  | { kind: 'no-integration' }
  | {
      kind: 'no-installation';
      integrationId: string;
      provider: string;
      /** Present if the manifest does not list the object either. */
      writableObjects?: readonly string[];
    }
  | {
      kind: 'object-not-in-manifest';
      integrationId: string;
      provider: string;
      writableObjects: readonly string[];
    }
  | { kind: 'found'; installation: InstallationForWrite };

export type InIntegration = Exclude<InstallationSearch, { kind: 'no-integration' }>;

/** The JSON that `targetColumns` gives. */
export type TargetRow = Omit<SealedRow, 'credentials'> & {
  /** Null: no such integration, and everything else is null. */
  integration_id: string | null;
  revision_id: string;
  id: string | null;
  group_ref: string;
  config_id: string;
  remove_unmapped: boolean;
  listed_objects_only: boolean;
  foreign_connection: boolean | null;
  credentials: string | null;
  /** Unless a config says otherwise. */
  gather: boolean;
};

export const targetColumns = `
  integration.id AS integration_id, integration.provider, integration.revision_id, installation.id,
  installation.group_ref, installation.config_id, installation.connection_id, installation.remove_unmapped,
  installation.listed_objects_only, ${isForeign} AS foreign_connection, connection.account, ${sealedColumns}, project.gather`;

/** Finds what the names of `asked` mean in a project, by indexes. */
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
  ) AS connection ON true
  LEFT JOIN LATERAL (${projectSettings(projectId)}) AS project ON true`;

/** Only contents of configs and revisions are remembered: they never change. */
export type ReadTargets = (
  asked: readonly { objectName: string; row: TargetRow | undefined }[],
) => Promise<readonly InstallationSearch[]>;

/**
 * The revision in force decides which objects may be written, so an applied manifest counts immediately; the
 * config decides which are off, and how.
 */
export function targetReader(db: Pick<Database, 'pool'>): ReadTargets {
  const configs = contentCache(db, 'installation_config', preparedConfig);
  const revisions = contentCache(db, 'revision', preparedManifest);
  return async (asked) => {
    const known = asked.flatMap(({ row }) => (row && row.integration_id !== null ? [row] : []));
    const installed = known.filter(({ id }) => id !== null);
    const [contents, manifests] = await Promise.all([
      configs(installed.map((row) => row.config_id)),
      revisions(known.map((row) => row.revision_id)),
    ]);
    return asked.map(({ objectName, row }) =>
      row
        ? answer(row, objectName, contents.get(row.config_id), manifests.get(row.revision_id))
        : { kind: 'no-integration' },
    );
  };
}

/** By object: a write looks up one of maybe thousands. */
type PreparedConfig = ReturnType<typeof preparedConfig>;
type PreparedManifest = ReadonlyMap<string, ManifestObject>;

const preparedConfig = ({ write, read }: ConfigContent) => ({
  hasWriteSection: write !== undefined,
  written: byObject(write),
  read: byObject(read),
});

const preparedManifest = ({ write }: ManifestIntegration): PreparedManifest =>
  new Map(write?.objects.map((object) => [object.objectName, object]));

function answer(
  row: TargetRow,
  objectName: string,
  config: PreparedConfig | undefined,
  manifest: PreparedManifest | undefined,
): InstallationSearch {
  const { integration_id: integrationId, provider, credentials } = row;
  if (integrationId === null) return { kind: 'no-integration' };
  if (row.id === null) {
    const lacks = manifest && !manifest.has(objectName);
    const listed = lacks ? { writableObjects: [...manifest.keys()] } : {};
    return { kind: 'no-installation', integrationId, provider, ...listed };
  }
  const place = {
    id: row.id,
    projectId: row.project_id,
    configId: row.config_id,
    integrationId,
    groupRef: row.group_ref,
    connectionId: row.connection_id,
    account: row.account,
    provider,
    foreignConnection: row.foreign_connection === true,
    ...(credentials !== null && { connection: toSealed({ ...row, credentials }) }),
    removeUnmappedFields: row.remove_unmapped,
    listedObjectsOnly: row.listed_objects_only,
    projectGathers: row.gather,
  };
  return aboutObject(place, objectName, { config, manifest });
}

/** What a write would find, without credentials, to plan it. */
export function installationForPlan(
  { config, connection, removeUnmapped, ...installation }: Installation,
  manifest: ManifestIntegration,
  objectName: string,
): InIntegration {
  const { id, projectId, configId, integrationId, groupRef, connectionId, provider } = installation;
  const place = {
    id,
    projectId,
    configId,
    integrationId,
    groupRef,
    connectionId,
    account: connection.account,
    provider,
    foreignConnection: connection.groupRef !== installation.groupRef,
    removeUnmappedFields: removeUnmapped,
    listedObjectsOnly: installation.listedObjectsOnly,
  };
  return aboutObject(place, objectName, {
    config: preparedConfig(config.content),
    manifest: preparedManifest(manifest),
  });
}

type Place = Omit<
  InstallationForWrite,
  'objectConfig' | 'objectSwitchedOff' | 'gather' | 'readMappings' | 'manifestObject'
> & { listedObjectsOnly: boolean; projectGathers?: boolean };

function aboutObject(
  { listedObjectsOnly, projectGathers, ...installation }: Place,
  objectName: string,
  { config, manifest }: { config: PreparedConfig | undefined; manifest: PreparedManifest | undefined },
): InIntegration {
  const manifestObject = manifest?.get(objectName);
  if (manifestObject === undefined) {
    const { integrationId, provider } = installation;
    const writableObjects = [...(manifest?.keys() ?? [])];
    return { kind: 'object-not-in-manifest', integrationId, provider, writableObjects };
  }
  const { inheritMapping } = manifestObject;
  const objectConfig = config?.written.get(objectName);
  return {
    kind: 'found',
    installation: {
      ...installation,
      objectConfig,
      objectSwitchedOff: listedObjectsOnly && config?.hasWriteSection === true && objectConfig === undefined,
      gather: objectConfig?.gather ?? (projectGathers === true ? true : undefined),
      readMappings: config?.read.get(objectName)?.selectedFieldMappings ?? {},
      manifestObject: inheritMapping === undefined ? {} : { inheritMapping },
    },
  };
}
