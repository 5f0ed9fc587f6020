import {
  connectionSchema,
  integrationSchema,
  projectSchema,
  providerSchema,
  type ConnectionAnswer,
  type InstallationAnswer,
  type InstallationConfigAnswer,
  type IntegrationAnswer,
  type ProjectAnswer,
  type ProviderAnswer,
  type RevisionAnswer,
} from '@writ/contracts';
import { idOf } from '@writ/db';
import {
  isHealthy,
  type Connection,
  type ConnectionCredentials,
  type Installation,
  type Integration,
} from '@writ/installation';
import { lastOperationStatuses } from '@writ/operation';
import type { ProviderAdapter } from '@writ/providers';
import { told, toldBy } from '@writ/service-parts';
import type { Project } from '@writ/tenancy';
import type { WriteType } from '@writ/write-core';
import type { Deps } from './deps.ts';

/** Existing clients expect an organization, the same for all projects. */
const orgId = idOf('organization');

export const projectAnswer = (project: Project): ProjectAnswer => ({
  ...toldBy(projectSchema, project),
  orgId,
});

export function providerAnswer({
  declaration,
  access: { baseUrl: baseURL, oauth },
}: ProviderFacts): ProviderAnswer {
  const { authUrl: authURL, tokenUrl: tokenURL, ...opts } = oauth;
  const inBulk = (type: WriteType): boolean =>
    declaration.batch !== undefined && declaration.writes.includes(type);
  return {
    ...toldBy(providerSchema, declaration),
    writes: [...declaration.writes],
    credentials: [...declaration.credentials],
    baseURL,
    support: {
      bulkWrite: {
        insert: inBulk('create'),
        update: inBulk('update'),
        upsert: inBulk('upsert'),
        delete: false,
      },
      proxy: false,
      read: false,
      subscribe: false,
      write: true,
    },
    oauth2Opts: {
      ...opts,
      authURL,
      tokenURL,
      explicitWorkspaceRequired: false,
      grantType: 'authorizationCode',
    },
    providerOpts: {},
  };
}

type ProviderFacts = Pick<ProviderAdapter, 'declaration' | 'access'>;

export const integrationAnswer = (integration: Integration): IntegrationAnswer => ({
  ...toldBy(integrationSchema, integration),
  latestRevision: revisionAnswer(integration.revision),
});

export const revisionAnswer = ({
  id,
  specVersion,
  createTime,
  content,
}: Integration['revision']): RevisionAnswer => told({ id, specVersion, createTime, content: { ...content } });

/** The words of existing clients. */
const authSchemes = {
  apiKey: 'apiKey',
  oauth2AuthorizationCode: 'oauth2/authorizationCode',
  oauth2ClientCredentials: 'oauth2/clientCredentials',
} as const satisfies Record<Connection['authScheme'], string>;

/** Facts with their source. A fact changed by a caller is the caller's. */
const sourced = (
  metadata: Readonly<Record<string, string>>,
  tokenFacts: Connection['tokenFacts'],
): NonNullable<ConnectionAnswer['providerMetadata']> =>
  Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      { value, source: tokenFacts?.[name] === value ? 'token' : 'input' },
    ]),
  );

export function connectionAnswer(
  connection: Connection,
  credentials?: ConnectionCredentials,
): ConnectionAnswer {
  const { authScheme, providerMetadata, tokenFacts, ...row } = connection;
  const { consumerRef, consumerName } = row;
  return {
    ...toldBy(connectionSchema, row),
    authScheme: authSchemes[authScheme],
    ...(providerMetadata && { providerMetadata: sourced(providerMetadata, tokenFacts) }),
    group: groupIn(row),
    ...(consumerRef !== null && {
      consumer: { consumerRef, consumerName: consumerName ?? consumerRef, ...originOf(row) },
    }),
    ...(credentials && { creds: credsOf(authScheme, credentials) }),
  };
}

type OfGroup = Pick<Connection, 'groupRef' | 'groupName' | 'projectId' | 'createTime'>;

/** Groups and persons have no rows, so they are as old as the connection or installation. */
const originOf = ({ projectId, createTime }: OfGroup) => told({ projectId, createTime });
const groupIn = (row: OfGroup) => ({
  groupRef: row.groupRef,
  groupName: row.groupName ?? row.groupRef,
  ...originOf(row),
});

const credsOf = (authScheme: Connection['authScheme'], credentials: ConnectionCredentials) =>
  authScheme === 'apiKey' ? { apiKey: credentials.accessToken } : credentials;

/** With the status of the last operation. */
export async function installationAnswers(
  { database }: Deps,
  installations: readonly Installation[],
): Promise<InstallationAnswer[]> {
  const statuses = await lastOperationStatuses(database.pool, installations);
  return installations.map((installation) => {
    const lastOperationStatus = statuses.get(installation.id);
    return { ...installationAnswer(installation), ...(lastOperationStatus && { lastOperationStatus }) };
  });
}

export function installationAnswer(installation: Installation): InstallationAnswer {
  const { id, projectId, integrationId, createdBy, createTime, updateTime } = installation;
  const { connection } = installation;
  return {
    ...told({ id, projectId, integrationId, createdBy, createTime, updateTime }),
    group: groupIn(installation),
    healthStatus: isHealthy(installation) ? 'healthy' : 'unhealthy',
    connection: connectionAnswer(connection),
    config: configAnswer(installation),
  };
}

/** With the provider, which callers need not give. */
export function configAnswer({
  provider,
  config,
}: Pick<Installation, 'provider' | 'config'>): InstallationConfigAnswer {
  const { id, revisionId, createTime, createdBy, content } = config;
  return told({ id, revisionId, createTime, createdBy, content: { provider, ...content } });
}
