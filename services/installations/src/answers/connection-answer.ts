import type { ConnectionAnswer } from '@writ/contracts';
import type { Connection, ConnectionCredentials } from '@writ/installation';
import { timesOf } from './times-of.ts';

/** A connection as it is answered; its credentials only where they are given here. */
export function connectionAnswer(
  connection: Connection,
  credentials?: ConnectionCredentials,
): ConnectionAnswer {
  const { groupRef, groupName, consumerRef, consumerName, providerWorkspaceRef, expireTime } = connection;
  return {
    id: connection.id,
    projectId: connection.projectId,
    provider: connection.provider,
    group: { groupRef, ...(groupName !== null && { groupName }) },
    ...(consumerRef !== null && {
      consumer: { consumerRef, ...(consumerName !== null && { consumerName }) },
    }),
    ...(providerWorkspaceRef !== null && { providerWorkspaceRef }),
    account: connection.account,
    authScheme: connection.authScheme,
    status: connection.status,
    ...(expireTime && { expireTime: expireTime.toISOString() }),
    ...(connection.providerMetadata && { providerMetadata: connection.providerMetadata }),
    ...timesOf(connection),
    ...(credentials && { creds: credsOf(connection, credentials) }),
  };
}

const credsOf = (connection: Connection, credentials: ConnectionCredentials) =>
  connection.authScheme === 'apiKey' ? { apiKey: credentials.accessToken } : credentials;
