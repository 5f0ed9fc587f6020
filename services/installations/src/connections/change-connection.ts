import type { ConnectionPatch } from '@writ/contracts';
import { inTransaction, type Database, type Queryable } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  changeConnection,
  findConnection,
  holdConnection,
  sealCredentials,
  type Connection,
  type Keyring,
} from '@writ/installation';
import { invalidInput, type IssueInput } from '@writ/problem-details';
import type { Providers } from '@writ/providers';
import type { AccountAddressBook } from './account-addresses.ts';
import { connectionEvent } from './connection-events.ts';
import { connectionNotFound } from './connection-not-found.ts';
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
 * Changes a connection and tells about it. New credentials have to open the account that the connection leads to, as
 * far as the provider tells: writes that wait for it are meant for that one.
 */
export const changeConnectionUseCase =
  (deps: ChangeConnectionDeps): ChangeConnection =>
  async ({ projectId, id }, patch, signal) => {
    const { pool } = deps.database;
    const meant = (db: Queryable, connection: Connection) =>
      unhideCredentials({ db, keyring: deps.keyring }, connection, patch);
    const current = await findConnection(pool, projectId, id);
    if (current === undefined) return undefined;
    await assertSameAccount(deps, current, wanted(deps, current, await meant(pool, current)), signal);
    const changed = await inTransaction(pool, async (tx) => {
      const held = await holdConnection(tx, 'UPDATE', () => findConnection(tx, projectId, id));
      return held && store(deps, tx, held, wanted(deps, held, await meant(tx, held)));
    });
    if (changed) deps.pokeRelay();
    return changed;
  };

/** Looks whether a patch can be made of the connection. @throws Refusal with every fault, or where there is none such. */
export type AssertChangeable = (
  key: { projectId: string; id: string },
  patch: ConnectionPatch,
) => Promise<void>;

export const assertChangeable =
  (deps: Pick<ChangeConnectionDeps, 'database' | 'keyring' | 'accountAddresses'>): AssertChangeable =>
  async ({ projectId, id }, patch) => {
    const { keyring, database } = deps;
    const current = await findConnection(database.pool, projectId, id);
    if (current === undefined) throw connectionNotFound(id);
    wanted(deps, current, await unhideCredentials({ db: database.pool, keyring }, current, patch));
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

async function assertSameAccount(
  { database, keyring, providers }: ChangeConnectionDeps,
  current: Connection,
  { given, providerMetadata }: ChangedConnection,
  signal: AbortSignal,
): Promise<void> {
  const baseUrl = providerMetadata?.['instanceUrl'];
  if (given === undefined && baseUrl === current.providerMetadata?.['instanceUrl']) return;
  const { accessToken } = given?.credentials ?? (await openedCredentials(database.pool, keyring, current.id));
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
