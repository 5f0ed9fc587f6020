import type { ConnectionRequest } from '@writ/contracts';
import { inTransaction, newId, type Database } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { insertConnection, sealCredentials, type Connection } from '@writ/installation';
import type { Keyring } from '@writ/tenancy';
import { invalidInput } from '@writ/http-kit';
import type { Providers } from '@writ/providers';
import type { AccountAddressBook } from './account-addresses.ts';
import { connectionEvent } from './connection-events.ts';
import { givenCredentials } from './given-credentials.ts';
import { instanceAddress } from './instance-address.ts';
import { providerRule } from './provider-rule.ts';

export type GenerateConnectionDeps = {
  database: Pick<Database, 'pool'>;
  keyring: Keyring;
  providers: Pick<Providers, 'adapterFor' | 'all'>;
  accountAddresses: AccountAddressBook;
  pokeRelay: () => void;
};

export type GenerateConnection = (
  projectId: string,
  request: ConnectionRequest,
  signal: AbortSignal,
) => Promise<Connection>;

/** How long the provider is asked whose account it is, before the connection does without knowing. */
export const identifyTimeoutMs = 5_000;

/**
 * Makes a connection from credentials that the caller holds. The account is learnt from the provider; where it does not
 * tell, the connection's own id stands for it (Contract §5).
 */
export const generateConnection =
  (deps: GenerateConnectionDeps): GenerateConnection =>
  async (projectId, request, signal) => {
    const adapter = deps.providers.adapterFor(request.provider);
    if (adapter === undefined) throw invalidInput(providerRule(deps.providers.all)(request));
    const { authScheme, credentials, expireTime } = givenCredentials(request);
    const baseUrl = baseUrlOf(request, deps.accountAddresses);
    const id = newId();
    const identity = await adapter.identify({
      connection: { provider: request.provider, accessToken: credentials.accessToken, ...baseUrl },
      signal,
      timeoutMs: identifyTimeoutMs,
    });
    const metadata = { ...request.providerMetadata, ...(baseUrl && { instanceUrl: baseUrl.baseUrl }) };
    const connection = await inTransaction(deps.database.pool, async (tx) => {
      const opened = await insertConnection(tx, {
        id,
        projectId,
        provider: request.provider,
        groupRef: request.groupRef,
        groupName: request.groupName ?? null,
        consumerRef: request.consumerRef ?? null,
        consumerName: request.consumerName ?? null,
        providerWorkspaceRef: request.providerWorkspaceRef ?? null,
        account: identity.kind === 'identified' ? identity.account : id,
        authScheme,
        credentials: sealCredentials(deps.keyring, credentials, id),
        expireTime,
        providerMetadata: Object.keys(metadata).length === 0 ? null : metadata,
      });
      await addToOutbox(tx, [connectionEvent('connection.created', opened)]);
      return opened;
    });
    deps.pokeRelay();
    return connection;
  };

/** Where the account is called, for providers whose accounts have addresses of their own. */
function baseUrlOf(request: ConnectionRequest, book: AccountAddressBook): { baseUrl: string } | undefined {
  const addresses = book[request.provider];
  if (addresses === undefined) return undefined;
  const instanceUrl = request.providerMetadata?.['instanceUrl'];
  const found = instanceAddress({ instanceUrl, workspaceRef: request.providerWorkspaceRef }, addresses);
  if ('issue' in found) throw invalidInput([found.issue]);
  return { baseUrl: found.instanceUrl };
}
