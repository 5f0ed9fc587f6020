import {
  findConnection,
  findIntegration,
  listConnections,
  listInstallations,
  type Connection,
  type Installation,
} from '@writ/installation';
import { hitsOf, type Hit, type Search } from './hit.ts';

/** By id, group, and the provider's id of the account. */
export async function findConfigured(search: Search): Promise<Hit[]> {
  const { prisma, projectId, text, id, limit } = search;
  const span = { afterId: undefined, limit };
  const installed = await listInstallations(prisma, { projectId, groupRef: text }, span);
  const connected = await listConnections(prisma, { projectId, groupRef: text }, span);
  const ofAccount = await listConnections(prisma, { projectId, account: text }, span);
  return [
    ...(id === undefined ? [] : await findById(search, id)),
    ...installations('groupRef', installed),
    ...connections('groupRef', connected),
    ...connections('account', ofAccount),
  ];
}

async function findById({ prisma, projectId }: Search, id: string): Promise<Hit[]> {
  const installation = await listInstallations(prisma, { projectId, id });
  const connection = await findConnection(prisma, { projectId, id });
  const integration = await findIntegration(prisma, projectId, id);
  return [
    ...installations('id', installation),
    ...connections('id', [connection]),
    ...hitsOf('integration', 'id', [integration], ({ provider, name }) => ({
      below: `/integrations/${id}`,
      text: `${provider} integration ${name}`,
    })),
  ];
}

const installations = (by: Hit['by'], found: readonly Installation[]): Hit[] =>
  hitsOf('installation', by, found, ({ id, integrationId, groupRef, integrationName }) => ({
    below: `/integrations/${integrationId}/installations/${id}`,
    text: `${groupRef} in ${integrationName}`,
  }));

const connections = (by: Hit['by'], found: readonly (Connection | undefined)[]): Hit[] =>
  hitsOf('connection', by, found, ({ id, provider, account, groupRef, status }) => ({
    below: `/connections/${id}`,
    text: `${provider} account ${account} of ${groupRef}: ${status}`,
  }));
