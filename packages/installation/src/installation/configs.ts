import { isId, lowestId, type Prisma, type Span } from '@writ/db';
import type { ConfigContent, JsonObject } from '@writ/contracts';

/** Never changes and is never deleted. */
export type InstallationConfig = Omit<Prisma.InstallationConfigModel, 'content'> & { content: ConfigContent };

type ConfigsKey = { projectId: string; installationId: string };

export const addConfig = (
  prisma: Prisma.TransactionClient,
  { content, ...config }: Omit<InstallationConfig, 'createTime'>,
): Promise<unknown> =>
  prisma.installationConfig.create({ data: { ...config, content: content as JsonObject } });

/** Newest first. */
export const listConfigs = (
  prisma: Prisma.TransactionClient,
  { projectId, installationId }: ConfigsKey,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
): Promise<InstallationConfig[]> =>
  prisma.installationConfig.findMany({
    where: { projectId, installationId, ...(beforeId !== undefined && { id: { lt: beforeId } }) },
    orderBy: { id: 'desc' },
    take: limit,
  }) as Promise<InstallationConfig[]>;

/**
 * By id, also of deleted installations: these are named by operations (`installationIds`), or were made by
 * the group's own tokens.
 */
export async function listConfigsOfGroup(
  prisma: Prisma.TransactionClient,
  group: { projectId: string; groupRef: string; installationIds: readonly string[] },
  { afterId, limit }: Span,
): Promise<InstallationConfig[]> {
  const { projectId, groupRef, installationIds } = group;
  const ids = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM installation_config WHERE id > ${afterId ?? lowestId}::uuid AND installation_id IN (
      SELECT id FROM installation WHERE project_id = ${projectId}::uuid AND group_ref = ${groupRef}
      UNION SELECT unnest(${installationIds}::uuid[])
      UNION SELECT installation_id FROM installation_config
        WHERE project_id = ${projectId}::uuid AND created_by = ${`consumer:${groupRef}`})
    ORDER BY id LIMIT ${limit}`;
  return prisma.installationConfig.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
  }) as Promise<InstallationConfig[]>;
}

export async function findConfig(
  prisma: Prisma.TransactionClient,
  { projectId, installationId }: ConfigsKey,
  id: string,
): Promise<InstallationConfig | undefined> {
  if (!isId(installationId) || !isId(id)) return undefined;
  const found = await prisma.installationConfig.findFirst({ where: { id, projectId, installationId } });
  return (found as InstallationConfig | null) ?? undefined;
}
