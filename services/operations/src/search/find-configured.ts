import {
  findConnection,
  findIntegration,
  listConnections,
  listInstallations,
  type Connection,
  type Installation,
} from '@writ/installation';
import type { Hit, Search } from './hit.ts';

type By = Hit['by'];

/** Installations, connections and integrations: by their ids, their group, and the provider's id of the account. */
export async function findConfigured(search: Search): Promise<Hit[]> {
  const { prisma, projectId, text, limit } = search;
  const span = { afterId: undefined, limit };
  const installed = await listInstallations(prisma, { projectId, groupRef: text }, span);
  const connected = await listConnections(prisma, { projectId, groupRef: text }, span);
  const ofAccount = await listConnections(prisma, { projectId, account: text }, span);
  return [
    ...(search.id === undefined ? [] : await findById(search, search.id)),
    ...installed.map((one) => toInstallation(one, 'groupRef')),
    ...connected.map((one) => toConnection(one, 'groupRef')),
    ...ofAccount.map((one) => toConnection(one, 'account')),
  ];
}

async function findById({ prisma, projectId }: Search, id: string): Promise<Hit[]> {
  const [installation] = await listInstallations(prisma, { projectId, id });
  const connection = await findConnection(prisma, { projectId, id });
  const integration = await findIntegration(prisma, projectId, id);
  return [
    ...(installation ? [toInstallation(installation, 'id')] : []),
    ...(connection ? [toConnection(connection, 'id')] : []),
    ...(integration
      ? [
          {
            type: 'integration' as const,
            id,
            by: 'id' as const,
            below: `/integrations/${id}`,
            text: `${integration.provider} integration ${integration.name}`,
            time: integration.createTime,
          },
        ]
      : []),
  ];
}

const toInstallation = (one: Installation, by: By): Hit => ({
  type: 'installation',
  id: one.id,
  by,
  below: `/integrations/${one.integrationId}/installations/${one.id}`,
  text: `${one.groupRef} in ${one.integrationName}`,
  time: one.createTime,
});

const toConnection = (one: Connection, by: By): Hit => ({
  type: 'connection',
  id: one.id,
  by,
  below: `/connections/${one.id}`,
  text: `${one.provider} account ${one.account} of ${one.groupRef}: ${one.status}`,
  time: one.createTime,
});
