import type { Actor, ConnectionRequest } from '@writ/contracts';
import { newId, type Transaction } from '@writ/db';
import {
  changeConnection,
  findSealedCredentials,
  holdConnection,
  insertConnection,
  listConnections,
  sealCredentials,
  shareSecret,
  unsealCredentials,
  type Connection,
  type ConnectionCredentials,
} from '@writ/installation';
import { pageRefused } from '@writ/http';
import { assertFaultless, invalidInput, type Refusal } from '@writ/problems';
import { lockProject, SealedError, type Seal } from '@writ/tenancy';
import type { Deps } from '../deps.ts';
import { noteConnection } from './connection-events.ts';
import { noProvider } from './connection-rule.ts';
import { givenCredentials, type GivenCredentials } from './given-credentials.ts';
import { statedAddress } from './instance-address.ts';
import { metadataIssues } from './masked-connection.ts';
import { plainConnection, type PlainConnection } from './plain-connection.ts';
import { credentialsRefused, type AskProvider } from './probed-credentials.ts';

type PlainRequest = PlainConnection<ConnectionRequest>;

type Generating = {
  projectId: string;
  seal: Seal;
  request: PlainRequest;
  offered: ConnectionCredentials;
  /** The credentials to store: these, or their renewed ones. */
  given: GivenCredentials & {
    status: 'working' | 'unverified';
    tokenFacts?: Readonly<Record<string, string>>;
    grantedHere: boolean;
  };
  providerMetadata: Connection['providerMetadata'];
  /** Undefined if the provider did not name it. */
  account: string | undefined;
};

/**
 * Makes a connection, or gives its credentials to the group's connection to the same account. The connection's id
 * stands for an account that the provider does not name.
 * @param keepsCredentials the caller may not replace other credentials
 * @param grantedHere an authorization in Writ gave the credentials
 * @throws Fault if the provider refuses the credentials
 */
export async function generateConnection(
  deps: Deps,
  {
    projectId,
    by,
    keepsCredentials = false,
    grantedHere = false,
  }: { projectId: string; by: Actor; keepsCredentials?: boolean; grantedHere?: boolean },
  body: ConnectionRequest,
  ask: AskProvider,
): Promise<Connection> {
  const request = plainConnection(body);
  const { provider } = request;
  if (deps.providers.adapterFor(provider) === undefined) throw invalidInput([noProvider]);
  const given = givenCredentials(request);
  const baseUrl = statedAddress(deps.accountAddresses, provider, {
    instanceUrl: request.providerMetadata?.['instanceUrl'],
    workspaceRef: request.providerWorkspaceRef,
  });
  const { credentials } = given;
  const said = await ask({ projectId, provider, credentials, baseUrl, areStored: false });
  if (said.status === 'refused') throw credentialsRefused(given, said.fault);
  const metadata = { ...request.providerMetadata, ...(baseUrl !== undefined && { instanceUrl: baseUrl }) };
  const generating = {
    projectId,
    seal: await deps.secrets.sealer(projectId),
    request,
    offered: credentials,
    given: {
      ...given,
      ...said.granted,
      status: said.status,
      grantedHere,
      ...(said.tokenFacts && { tokenFacts: said.tokenFacts }),
    },
    providerMetadata: Object.keys(metadata).length === 0 ? null : metadata,
    account: said.account,
  };
  const connection = await deps.database.transaction(async (tx) => {
    // Of concurrent requests the second finds the first's connection.
    await lockProject(tx.sql, projectId);
    const known = await holdSame(deps, tx, generating);
    if (known && keepsCredentials && !(await hasSecretOf(deps, tx, known.id, credentials)))
      throw otherCredentials();
    const stored = known ? await reconnect(tx, known, generating) : await insert(tx, generating);
    await noteConnection(tx, by, { ...(known && { before: known }), after: stored }, ['credentials']);
    return stored;
  });
  deps.pokeRelay();
  return connection;
}

const otherCredentials = (): Refusal =>
  pageRefused(
    'The group has a connection to this account, and a key in a page may not replace its credentials. It can begin an OAuth authorization.',
  );

/**
 * Locks the group's connection to the same account; broken ones first, then the newest. A connection to an unknown
 * account matches if it has these credentials, or its own are refused. Unverified credentials match any whose own are
 * refused. Credentials of an unknown account never replace those of a known one.
 */
async function holdSame(
  deps: Deps,
  tx: Transaction,
  generating: Generating,
): Promise<Connection | undefined> {
  const { projectId, request, offered, given, account } = generating;
  const isSame = async (connection: Connection): Promise<boolean> => {
    if (connection.account === account) return true;
    const isUnknown = connection.account === connection.id;
    if (connection.status === 'bad_credentials') return isUnknown || given.status === 'unverified';
    return isUnknown && hasSecretOf(deps, tx, connection.id, offered);
  };
  const rank = (connection: Connection): number =>
    (connection.account === account ? 0 : 2) + (connection.status === 'working' ? 1 : 0);
  const { provider, groupRef } = request;
  const connections = await listConnections(tx.prisma, { projectId, provider, groupRef });
  for (const listed of connections.reverse().toSorted((a, b) => rank(a) - rank(b))) {
    if (!(await isSame(listed))) continue;
    const held = await holdConnection(tx, 'UPDATE', { projectId, id: listed.id });
    if (held && (await isSame(held))) return held;
  }
  return undefined;
}

/** False if its credentials cannot be opened. */
async function hasSecretOf(
  { secrets }: Deps,
  { prisma, sql }: Transaction,
  id: string,
  credentials: ConnectionCredentials,
): Promise<boolean> {
  const sealed = await findSealedCredentials(prisma, id);
  if (sealed === undefined) return false;
  try {
    return shareSecret(await unsealCredentials(secrets, sealed, id, sql), credentials);
  } catch (error) {
    if (error instanceof SealedError) return false;
    throw error;
  }
}

async function reconnect(
  { prisma }: Transaction,
  known: Connection,
  { seal, request, given, providerMetadata, account }: Generating,
): Promise<Connection> {
  const { groupName, consumerName, consumerRef, providerWorkspaceRef, quotaPercent } = request;
  const metadata = { ...known.providerMetadata, ...providerMetadata };
  assertFaultless(metadataIssues(metadata, '/providerMetadata'));
  return changeConnection(prisma, known.id, {
    groupName: groupName ?? known.groupName,
    consumerName: consumerName ?? known.consumerName,
    providerWorkspaceRef: providerWorkspaceRef ?? known.providerWorkspaceRef,
    quotaPercent: quotaPercent ?? known.quotaPercent,
    providerMetadata: Object.keys(metadata).length === 0 ? null : metadata,
    account: account ?? known.account,
    consumerRef: consumerRef ?? known.consumerRef,
    credentials: { ...given, credentials: sealCredentials(seal, given.credentials, known.id) },
  });
}

async function insert(
  { prisma }: Transaction,
  { projectId, seal, request, given, providerMetadata, account }: Generating,
): Promise<Connection> {
  const { apiKey, basicAuth, oauth2AuthorizationCode, oauth2ClientCredentials, ...facts } = request;
  const id = newId();
  return insertConnection(prisma, {
    ...facts,
    ...given,
    id,
    projectId,
    account: account ?? id,
    credentials: sealCredentials(seal, given.credentials, id),
    providerMetadata,
  });
}
