import { mostOfConfig, type Actor } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { shapeFaults } from '@writ/problems';
import { installationFacts, type Installation } from '@writ/installation';
import { insertAuditEntries } from '@writ/tenancy';
import { configAnswer } from '../answers.ts';

/** A larger config is sent as its URL: events stay below 256 kB. */
const inlineLimitBytes = 64 * 1024;

type Change = { before?: Installation; after: Installation } | { before: Installation; after?: never };

/** Stores the event and the audit entry in the transaction of the change. `baseUrl` ends in `/v1`. */
export async function noteInstallation(
  { prisma, sql }: Transaction,
  { by, baseUrl }: { by: Actor; baseUrl: string },
  { before, after }: Change,
): Promise<void> {
  const installation = after ?? before;
  const type = !after ? 'installation.deleted' : before ? 'installation.updated' : 'installation.created';
  const { projectId, id, connection } = installation;
  const last = after && before && configMember(before, baseUrl);
  const data = {
    ...installationFacts({ ...installation, installationId: id }, { ...connection, ...installation }),
    ...configMember(installation, baseUrl),
    ...(last && ('config' in last ? { lastConfig: last.config } : { lastConfigURL: last.configURL })),
  };
  await addToOutbox(sql, [{ type, projectId, aggregateId: id, data }]);
  const shown = { ...(before && { before: audited(before) }), ...(after && { after: audited(after) }) };
  await insertAuditEntries(prisma, by, { resource: 'installation', ...shown });
}

/** Configs are kept, so ids suffice. */
const audited = (installation: Installation) => {
  const { id, projectId, integrationId, groupRef, groupName, connectionId, configId } = installation;
  return { id, projectId, integrationId, groupRef, groupName, connectionId, configId };
};

function configMember(
  installation: Installation,
  baseUrl: string,
): { config: object } | { configURL: string } {
  const config = configAnswer(installation);
  // An older config may break the form that events require.
  const isOfForm = shapeFaults(config.content, mostOfConfig.levels).length === 0;
  if (isOfForm && Buffer.byteLength(JSON.stringify(config)) <= inlineLimitBytes) return { config };
  const { projectId, integrationId, id } = installation;
  const path = `projects/${projectId}/integrations/${integrationId}/installations/${id}/configs/${config.id}`;
  return { configURL: `${baseUrl}/${path}` };
}
