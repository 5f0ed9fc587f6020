import type { Prisma } from '@writ/db';
import { byObject } from '../config/config-content.ts';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { findConfig } from './configs.ts';

type Accepted = {
  projectId: string;
  integrationId: string;
  installationId: string;
  configId: string;
  objectName: string;
  createTime: Date;
};

/**
 * The mapping of an accepted write: provider fields by their names in requests. Exact, since configs and
 * revisions never change.
 */
export async function mappingOfWrite(
  prisma: Prisma.TransactionClient,
  { configId, objectName, ...accepted }: Accepted,
): Promise<Readonly<Record<string, string>>> {
  const config = await findConfig(prisma, accepted, configId);
  const mapping = byObject(config?.content.read).get(objectName)?.selectedFieldMappings;
  if (!config || !mapping) return {};
  const { inheritMapping = await inheritedThen(prisma, accepted, objectName) } =
    byObject(config.content.write).get(objectName) ?? {};
  return inheritMapping ? mapping : {};
}

async function inheritedThen(
  prisma: Prisma.TransactionClient,
  { integrationId, createTime }: Pick<Accepted, 'integrationId' | 'createTime'>,
  objectName: string,
): Promise<boolean> {
  const revision = await prisma.revision.findFirst({
    where: { integrationId, createTime: { lte: createTime } },
    orderBy: { id: 'desc' },
  });
  const { write } = (revision?.content ?? {}) as Partial<ManifestIntegration>;
  return write?.objects.find((object) => object.objectName === objectName)?.inheritMapping ?? false;
}
