import { isDeepStrictEqual } from 'node:util';
import type { Actor, ConnectionPatch } from '@writ/contracts';
import type { Transaction } from '@writ/db';
import {
  changeConnection,
  findConnection,
  holdConnection,
  sealCredentials,
  type Connection,
} from '@writ/installation';
import { assertFaultless, invalidInput } from '@writ/problems';
import type { Seal } from '@writ/tenancy';
import type { Deps } from '../deps.ts';
import { foundConnection } from '../not-found.ts';
import { noteConnection } from './connection-events.ts';
import { changedAddress } from './instance-address.ts';
import { openedCredentials } from './opened-credentials.ts';
import { untakenSchemes } from './given-credentials.ts';
import { maskedConnection, maskedSchemes, type ChangedConnection } from './masked-connection.ts';
import { credentialsRefused, type Access, type AskProvider, type Probed } from './probed-credentials.ts';
import { plainConnection, type PlainPatch } from './plain-connection.ts';
import { unhideCredentials, type MeantPatch } from './unhide-credentials.ts';

/**
 * Changes a connection, with its event. New credentials must open the same account, as far as the provider names it:
 * waiting writes are for that account. Asks the provider before the row is locked, and again if another caller
 * changed what it was asked about.
 * @param grantedHere an authorization in Writ gave the credentials
 * @throws Fault (404), or with every error of state
 */
export async function updateConnection(
  deps: Deps,
  {
    key,
    by,
    grantedHere = false,
  }: { key: { projectId: string; id: string; groupRef?: string }; by: Actor; grantedHere?: boolean },
  { updateMask, connection }: ConnectionPatch,
  ask: AskProvider,
): Promise<Connection> {
  const patch = { updateMask, connection: plainConnection(connection) };
  const { prisma, pool, transaction } = deps.database;
  for (let before: Asked | undefined; ;) {
    const current = foundConnection(await findConnection(prisma, key), key.id);
    const { access } = await changeOf(deps, { prisma, sql: pool }, current, patch);
    const said = access && (await askOn(ask, access, before));
    const seal = access && (await deps.secrets.sealer(key.projectId));
    const changed = await transaction(async (tx) => {
      const held = foundConnection(await holdConnection(tx, 'UPDATE', key), key.id);
      const now = await changeOf(deps, tx, held, patch);
      if (!isDeepStrictEqual(now.access, access)) return 'not-asked-yet';
      if (said) assertFits(held, now.change, said);
      const after = await store(tx, held, now.change, said && seal && { said, seal, grantedHere });
      await noteConnection(tx, by, { before: held, after }, now.change.given && ['credentials']);
      return after;
    });
    if (changed !== 'not-asked-yet') {
      deps.pokeRelay();
      return changed;
    }
    before = access && said && { access, said };
  }
}

type Asked = { access: Access; said: Probed };

/** If an earlier question renewed these credentials, asks with the new tokens. */
async function askOn(ask: AskProvider, access: Access, before: Asked | undefined): Promise<Probed> {
  const isKnown = before && isDeepStrictEqual(before.access.credentials, access.credentials);
  if (!isKnown || before.said.status === 'refused' || !before.said.granted) return ask(access);
  const { granted } = before.said;
  const said = await ask({ ...access, credentials: granted.credentials });
  return said.status === 'refused' ? said : { granted, ...said };
}

/** @throws Refusal with every error */
function wanted(
  { accountAddresses, providers }: Deps,
  current: Connection,
  { patch, issues: hiddenOnes }: MeantPatch,
): ChangedConnection {
  const change = maskedConnection(current, patch);
  const address = addressOf(current, change, accountAddresses);
  const provider = providers.adapterFor(current.provider);
  const given = maskedSchemes(patch.updateMask, patch.connection);
  const issues = [
    ...(provider ? untakenSchemes(provider.declaration, given, '/connection') : []),
    ...hiddenOnes,
    ...change.issues,
    ...(address && 'issue' in address ? [address.issue] : []),
  ];
  assertFaultless(issues);
  if (!address || 'issue' in address) return change;
  return {
    ...change,
    providerMetadata: { ...change.providerMetadata, instanceUrl: address.instanceUrl },
  };
}

/** Undefined if accounts of the provider have no own address. */
function addressOf(
  current: Connection,
  change: ChangedConnection,
  book: Deps['accountAddresses'],
): ReturnType<typeof changedAddress> | undefined {
  const addresses = book[current.provider];
  if (addresses === undefined) return undefined;
  const workspaceRef = change.providerWorkspaceRef ?? undefined;
  const stated = change.providerMetadata?.['instanceUrl'];
  const before = current.providerWorkspaceRef ?? undefined;
  const found = changedAddress(before, { instanceUrl: stated, workspaceRef }, addresses);
  return 'issue' in found ? { issue: { ...found.issue, name: `/connection${found.issue.name}` } } : found;
}

/** With the access to probe if credentials or address change. */
async function changeOf(
  deps: Deps,
  tx: Transaction,
  current: Connection,
  patch: PlainPatch,
): Promise<{ change: ChangedConnection; access: Access | undefined }> {
  const change = wanted(deps, current, await unhideCredentials(tx, deps.secrets, current, patch));
  const addressIn = ({ providerMetadata }: Pick<Connection, 'providerMetadata'>) =>
    current.provider in deps.accountAddresses ? providerMetadata?.['instanceUrl'] : undefined;
  const baseUrl = addressIn(change);
  const isSame = change.given === undefined && baseUrl === addressIn(current);
  if (isSame) return { change, access: undefined };
  const { projectId, provider, id } = current;
  const credentials = change.given?.credentials ?? (await openedCredentials(tx, deps.secrets, id));
  return { change, access: { projectId, provider, credentials, baseUrl, areStored: !change.given } };
}

/** @throws Fault if the provider refuses the credentials or they open another account */
function assertFits(current: Connection, { given }: ChangedConnection, said: Probed): void {
  if (said.status === 'refused') {
    if (given) throw credentialsRefused(given, said.fault, '/connection');
    return;
  }
  if (said.account === undefined || [current.id, said.account].includes(current.account)) return;
  const detail = `The account would be \`${said.account}\`, and the connection leads to \`${current.account}\`.`;
  const remedy = 'Create a new connection for the other account.';
  throw invalidInput([{ in: 'body', name: '/connection', detail, remedy }]);
}

function store(
  { prisma }: Transaction,
  { id, account, consumerRef, status }: Connection,
  { given, issues, ...change }: ChangedConnection,
  asked: { said: Probed; seal: Seal; grantedHere: boolean } | undefined,
): Promise<Connection> {
  const taken = asked?.said.status === 'refused' ? undefined : asked?.said;
  const isInDoubt = !given && status === 'working' && taken?.status === 'unverified';
  return changeConnection(prisma, id, {
    ...change,
    account: taken?.account ?? account,
    consumerRef,
    // Whether the account is at its new address is unknown: send nothing there yet.
    ...(isInDoubt && { status: 'unverified' }),
    ...(given &&
      asked &&
      taken && {
        credentials: {
          ...given,
          ...taken.granted,
          status: taken.status,
          grantedHere: asked.grantedHere,
          ...(taken.tokenFacts && { tokenFacts: taken.tokenFacts }),
          credentials: sealCredentials(asked.seal, (taken.granted ?? given).credentials, id),
        },
      }),
  });
}
