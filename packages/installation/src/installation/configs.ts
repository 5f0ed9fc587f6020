import { isId, type Prisma } from '@writ/db';
import type { ConfigContent, JsonObject } from '@writ/contracts';

/** A config of an installation. It never changes and is never deleted. */
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

export async function findConfig(
  prisma: Prisma.TransactionClient,
  { projectId, installationId }: ConfigsKey,
  id: string,
): Promise<InstallationConfig | undefined> {
  if (!isId(installationId) || !isId(id)) return undefined;
  const found = await prisma.installationConfig.findFirst({ where: { id, projectId, installationId } });
  return (found as InstallationConfig | null) ?? undefined;
}
