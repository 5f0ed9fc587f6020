import { isDeepStrictEqual } from 'node:util';
import type { ConnectionPatch } from '@writ/contracts';
import { inTransaction, type Database, type Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  changeConnection,
  findConnection,
  holdConnection,
  sealCredentials,
  type Connection,
} from '@writ/installation';
import type { Keyring } from '@writ/tenancy';
import { invalidInput, type IssueInput } from '@writ/http-kit';
import type { Providers } from '@writ/providers';
import type { AccountAddressBook } from './account-addresses.ts';
import { connectionEvent } from './connection-events.ts';
import { identifyTimeoutMs } from './generate-connection.ts';
import { instanceAddress, type AccountAddresses } from './instance-address.ts';
import { openedCredentials } from './opened-credentials.ts';
import { maskedConnection, type ChangedConnection } from './masked-connection.ts';
import { unhideCredentials, type MeantPatch } from './unhide-credentials.ts';

type ChangeConnectionDeps = {
  database: Pick<Database, 'pool'>;
  keyring: Keyring;
  providers: Pick<Providers, 'adapterFor'>;
  accountAddresses: AccountAddressBook;
  pokeRelay: () => void;
};

/** Undefined when the project has no such connection. */
export type ChangeConnection = (
  key: { projectId: string; id: string },
  patch: ConnectionPatch,
  signal: AbortSignal,
) => Promise<Connection | undefined>;

/**
 * Changes a connection and tells about it. A token at an address has to open the account that the connection leads to, as
 * far as the provider tells: writes that wait for it are meant for that one. The provider is asked before the row is
 * locked, and again where somebody else has changed meanwhile what it was asked about.
 */
export const changeConnectionUseCase =
  (deps: ChangeConnectionDeps): ChangeConnection =>
  async ({ projectId, id }, patch, signal) => {
    const { pool } = deps.database;
    for (;;) {
      const current = await findConnection(pool, projectId, id);
      if (current === undefined) return undefined;
      const { access } = await changeOf(deps, pool, current, patch);
      if (access) await assertSameAccount(deps, current, access, signal);
      const changed = await inTransaction(pool, async (tx) => {
        const held = await holdConnection(tx, 'UPDATE', () => findConnection(tx, projectId, id));
        if (held === undefined) return undefined;
        const now = await changeOf(deps, tx, held, patch);
        return isDeepStrictEqual(now.access, access) ? store(deps, tx, held, now.change) : 'not-asked-yet';
      });
      if (changed === 'not-asked-yet') continue;
      if (changed) deps.pokeRelay();
      return changed;
    }
  };

/** What the connection becomes. @throws Refusal with every fault. */
function wanted(
  { accountAddresses }: Pick<ChangeConnectionDeps, 'accountAddresses'>,
  current: Connection,
  { patch, issues: hiddenOnes }: MeantPatch,
): ChangedConnection {
  const change = maskedConnection(current, patch);
  const address = addressOf(current, change, accountAddresses);
  const issues = [...hiddenOnes, ...change.issues, ...(address && 'issue' in address ? [address.issue] : [])];
  if (issues.length > 0) throw invalidInput(issues);
  if (!address || 'issue' in address) return change;
  return {
    ...change,
    providerMetadata: { ...change.providerMetadata, instanceUrl: address.instanceUrl },
  };
}

/** Where the account is called afterwards, for providers whose accounts have addresses of their own. */
function addressOf(
  current: Connection,
  change: ChangedConnection,
  book: AccountAddressBook,
): ReturnType<typeof instanceAddress> | undefined {
  const addresses = book[current.provider];
  if (addresses === undefined) return undefined;
  const workspaceRef = change.providerWorkspaceRef ?? undefined;
  const stated = change.providerMetadata?.['instanceUrl'];
  // An address that was only made from the account's name follows that name.
  const moved =
    workspaceRef !== (current.providerWorkspaceRef ?? undefined) &&
    stated === madeAddress(current, addresses);
  const instanceUrl = moved ? undefined : stated;
  const found = instanceAddress({ instanceUrl, workspaceRef }, addresses);
  return 'issue' in found ? { issue: below(found.issue) } : found;
}

const madeAddress = (
  { providerWorkspaceRef }: Connection,
  addresses: AccountAddresses,
): string | undefined =>
  providerWorkspaceRef === null ? undefined : addresses.fromWorkspace(providerWorkspaceRef);

const below = (issue: IssueInput): IssueInput => ({ ...issue, name: `/connection${issue.name}` });

/** A token and where it is used. */
type Access = { accessToken: string; baseUrl: string | undefined };

/** What a patch makes of the connection, and how its account is reached then where that changes. */
async function changeOf(
  deps: Pick<ChangeConnectionDeps, 'keyring' | 'accountAddresses'>,
  db: Queryable,
  current: Connection,
  patch: ConnectionPatch,
): Promise<{ change: ChangedConnection; access: Access | undefined }> {
  const { keyring } = deps;
  const change = wanted(deps, current, await unhideCredentials({ db, keyring }, current, patch));
  const baseUrl = change.providerMetadata?.['instanceUrl'];
  const isSame = change.given === undefined && baseUrl === current.providerMetadata?.['instanceUrl'];
  if (isSame) return { change, access: undefined };
  const { accessToken } = change.given?.credentials ?? (await openedCredentials(db, keyring, current.id));
  return { change, access: { accessToken, baseUrl } };
}

async function assertSameAccount(
  { providers }: ChangeConnectionDeps,
  current: Connection,
  { accessToken, baseUrl }: Access,
  signal: AbortSignal,
): Promise<void> {
  const identity = await providers.adapterFor(current.provider)?.identify({
    connection: { provider: current.provider, accessToken, ...(baseUrl !== undefined && { baseUrl }) },
    signal,
    timeoutMs: identifyTimeoutMs,
  });
  // The connection's own id stands for an account that the provider did not tell.
  if (identity?.kind !== 'identified' || [current.id, identity.account].includes(current.account)) return;
  const detail = `The account would be \`${identity.account}\`, and the connection leads to \`${current.account}\`.`;
  const remedy = 'Make a new connection for the other account.';
  throw invalidInput([{ in: 'body', name: '/connection', detail, remedy }]);
}

async function store(
  { keyring }: ChangeConnectionDeps,
  tx: Queryable,
  { id }: Connection,
  { given, groupName, consumerName, providerWorkspaceRef, providerMetadata }: ChangedConnection,
): Promise<Connection> {
  const changed = await changeConnection(tx, id, {
    groupName,
    consumerName,
    providerWorkspaceRef,
    providerMetadata,
    ...(given && {
      credentials: { ...given, credentials: sealCredentials(keyring, given.credentials, id) },
    }),
  });
  await addToOutbox(tx, [connectionEvent('connection.updated', changed)]);
  return changed;
}
