import {
  allOf,
  columnsOf,
  holdRow,
  isId,
  likeText,
  newId,
  Prisma,
  type Span,
  type Transaction,
} from '@writ/db';
import type { ConfigContent } from '@writ/contracts';
import type { Connection, GroupFilter } from '../connection/connections.ts';
import { addConfig, type InstallationConfig } from './configs.ts';

export type Installation = Omit<Prisma.InstallationModel, 'healthStatus' | 'lastOperationStatus'> & {
  integrationName: string;
  provider: string;
  config: InstallationConfig;
  connection: Connection;
};

/** Its connection works, and is its own group's. */
export const isHealthy = ({ connection, groupRef }: Pick<Installation, 'connection' | 'groupRef'>): boolean =>
  connection.status === 'working' && connection.renewalError === null && connection.groupRef === groupRef;

const { credentials, refreshDueTime, renewTime, ...connectionFields } = Prisma.ConnectionScalarFieldEnum;

type InstallationFilter = GroupFilter & { integrationId?: string; id?: string };

/** Oldest first. One statement reads installation, config and connection, so that they fit. */
export async function listInstallations(
  prisma: Prisma.TransactionClient,
  { projectId, integrationId, provider, groupRef, q, health, id }: InstallationFilter,
  { afterId, limit }: Partial<Span> = {},
): Promise<Installation[]> {
  const part = `%${likeText(q ?? '')}%`;
  const isMeant = allOf(
    Prisma.sql`installation.project_id = ${projectId}::uuid`,
    integrationId !== undefined && Prisma.sql`installation.integration_id = ${integrationId}::uuid`,
    groupRef !== undefined && Prisma.sql`installation.group_ref = ${groupRef}`,
    provider !== undefined && Prisma.sql`integration.provider = ${provider}`,
    q !== undefined &&
      Prisma.sql`(installation.group_ref ILIKE ${part} OR installation.group_name ILIKE ${part})`,
    health !== undefined &&
      Prisma.sql`(connection.status = 'working' AND connection."renewalError" IS NULL AND connection."groupRef" = installation.group_ref) = ${health === 'healthy'}`,
    id !== undefined && Prisma.sql`installation.id = ${id}::uuid`,
    afterId !== undefined && Prisma.sql`installation.id > ${afterId}::uuid`,
  );
  const rows = await prisma.$queryRaw<Installation[]>`
    SELECT ${columnsOf('installation', Prisma.InstallationScalarFieldEnum)}, integration.name AS "integrationName",
           integration.provider, to_jsonb(config) AS config, to_jsonb(connection) AS connection
    FROM installation
    JOIN integration ON integration.id = installation.integration_id
    JOIN LATERAL (SELECT ${columnsOf('one', Prisma.InstallationConfigScalarFieldEnum)}
      FROM installation_config AS one WHERE one.id = installation.config_id) AS config ON true
    JOIN LATERAL (SELECT ${columnsOf('one', connectionFields)}
      FROM connection AS one WHERE one.id = installation.connection_id) AS connection ON true
    WHERE ${isMeant} ORDER BY installation.id LIMIT ${limit ?? null}::int`;
  return rows.map((row) => ({
    ...row,
    config: withTimes(row.config),
    connection: withTimes(row.connection),
  }));
}

const withTimes = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      name.endsWith('Time') && typeof value === 'string' ? new Date(value) : value,
    ]),
  ) as Row;

/** By integration; those without an installation are absent. */
export async function countInstallations(
  prisma: Prisma.TransactionClient,
  projectId: string,
  integrationIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const where = { projectId, integrationId: { in: [...integrationIds] } };
  const groups = await prisma.installation.groupBy({ by: 'integrationId', where, _count: true });
  return new Map(groups.map(({ integrationId, _count }) => [integrationId, _count]));
}

/** By id, and group if given, or a group's. */
type InstallationKey = { projectId: string; integrationId: string } & (
  { id: string; groupRef?: string } | { groupRef: string }
);

export async function findInstallation(
  prisma: Prisma.TransactionClient,
  key: InstallationKey,
): Promise<Installation | undefined> {
  return 'id' in key && !isId(key.id) ? undefined : (await listInstallations(prisma, key))[0];
}

/** The same, locked until the transaction ends. */
export const holdInstallation = (
  { prisma, sql }: Transaction,
  key: InstallationKey,
): Promise<Installation | undefined> =>
  holdRow(sql, { table: 'installation', lock: 'UPDATE' }, () => findInstallation(prisma, key));

type NewInstallation = Pick<
  Prisma.InstallationModel,
  'projectId' | 'integrationId' | 'groupRef' | 'groupName' | 'connectionId' | 'createdBy'
> & { config: { revisionId: string; content: ConfigContent } };

/**
 * Creates an installation with its first config. Undefined if the group has installed the integration
 * already.
 */
export async function insertInstallation(
  prisma: Prisma.TransactionClient,
  { config, ...installation }: NewInstallation,
): Promise<Installation | undefined> {
  const { projectId, integrationId, createdBy } = installation;
  const [id, configId] = [newId(), newId()];
  const data = { ...installation, id, configId, listedObjectsOnly: true };
  const { count } = await prisma.installation.createMany({ data, skipDuplicates: true });
  if (count === 0) return undefined;
  await addConfig(prisma, { ...config, id: configId, projectId, installationId: id, createdBy });
  return findInstallation(prisma, { projectId, integrationId, id });
}

type InstallationChange = {
  connectionId?: string;
  config?: { revisionId: string; content: ConfigContent; createdBy: string };
};

export async function changeInstallation(
  prisma: Prisma.TransactionClient,
  { id, projectId, integrationId }: Pick<Installation, 'id' | 'projectId' | 'integrationId'>,
  { connectionId, config }: InstallationChange,
): Promise<Installation> {
  const configId = newId();
  if (config) await addConfig(prisma, { ...config, id: configId, projectId, installationId: id });
  await prisma.installation.update({
    where: { id },
    data: {
      ...(connectionId !== undefined && { connectionId }),
      ...(config && { configId, listedObjectsOnly: true }),
      updateTime: new Date(),
    },
  });
  const changed = await findInstallation(prisma, { projectId, integrationId, id });
  if (changed === undefined) throw new Error('a held installation is gone');
  return changed;
}

/** Configs stay: operations name them. */
export async function removeInstallation(prisma: Prisma.TransactionClient, id: string): Promise<void> {
  await prisma.installation.delete({ where: { id } });
}

/** For writes accepted from now on. False if the project has no such installation. */
export const switchUnmappedFieldRemoval = async (
  prisma: Prisma.TransactionClient,
  { projectId, id }: { projectId: string; id: string },
  on: boolean,
): Promise<boolean> =>
  isId(id) &&
  (await prisma.installation.updateMany({ where: { projectId, id }, data: { removeUnmapped: on } })).count ===
    1;
