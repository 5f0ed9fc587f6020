import type { Prisma } from '@writ/db';
import { byObject } from '../config/config-content.ts';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { findConfig } from './configs.ts';

/** What a write that was accepted says of where its mapping stands. */
type Accepted = {
  projectId: string;
  integrationId: string;
  installationId: string;
  configId: string;
  objectName: string;
  createTime: Date;
};

/**
 * The mapping that counted for a write: the provider's fields by their names in requests. Empty where none was inherited
 * (Contract §4.3, rule 1). Configs and revisions never change and never go, so it is told as it was.
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

/** Whether the manifest that was in force then has the mapping inherited. */
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
