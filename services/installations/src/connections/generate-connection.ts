import type { ConnectionRequest } from '@writ/contracts';
import { newId } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { insertConnection, sealCredentials, type Connection } from '@writ/installation';
import { invalidInput } from '@writ/http-kit';
import type { Deps } from '../deps.ts';
import { connectionEvent } from './connection-events.ts';
import { providerRule } from './connection-rule.ts';
import { givenCredentials } from './given-credentials.ts';
import { instanceAddress } from './instance-address.ts';

/** How long the provider is asked whose account it is, before the connection does without knowing. */
export const identifyTimeoutMs = 5_000;

/**
 * Makes a connection from credentials that the caller holds. The account is learnt from the provider; where it does not
 * tell, the connection's own id stands for it (Contract §5).
 */
export async function generateConnection(
  deps: Deps,
  projectId: string,
  request: ConnectionRequest,
  signal: AbortSignal,
): Promise<Connection> {
  const adapter = deps.providers.adapterFor(request.provider);
  if (adapter === undefined) throw invalidInput(providerRule(deps.providers, request));
  const { apiKey, oauth2AuthorizationCode, providerMetadata, ...facts } = request;
  const { credentials, ...given } = givenCredentials(request);
  const baseUrl = baseUrlOf(request, deps.accountAddresses);
  const id = newId();
  const identity = await adapter.identify({
    connection: { provider: request.provider, accessToken: credentials.accessToken, ...baseUrl },
    signal,
    timeoutMs: identifyTimeoutMs,
  });
  const metadata = { ...providerMetadata, ...(baseUrl && { instanceUrl: baseUrl.baseUrl }) };
  const connection = await deps.database.transaction(async ({ prisma, sql }) => {
    const inserted = await insertConnection(prisma, {
      ...facts,
      ...given,
      id,
      projectId,
      account: identity.kind === 'identified' ? identity.account : id,
      credentials: sealCredentials(deps.keyring, credentials, id),
      providerMetadata: Object.keys(metadata).length === 0 ? null : metadata,
    });
    await addToOutbox(sql, [connectionEvent('connection.created', inserted)]);
    return inserted;
  });
  deps.pokeRelay();
  return connection;
}

/** Where the account is called, for providers whose accounts have addresses of their own. */
function baseUrlOf(
  request: ConnectionRequest,
  book: Deps['accountAddresses'],
): { baseUrl: string } | undefined {
  const addresses = book[request.provider];
  if (addresses === undefined) return undefined;
  const instanceUrl = request.providerMetadata?.['instanceUrl'];
  const found = instanceAddress({ instanceUrl, workspaceRef: request.providerWorkspaceRef }, addresses);
  if ('issue' in found) throw invalidInput([found.issue]);
  return { baseUrl: found.instanceUrl };
}
