import { invalidInput, type IssueInput } from '@writ/problems';
import { callableAddress, type AccountAddresses, type Providers } from '@writ/providers';

/** Where the caller wants an account to be called. */
type Stated = { instanceUrl: string | undefined; workspaceRef: string | undefined };

/**
 * The address for calls, or the issue. Credentials go only to the provider's hosts, or to hosts that an operator
 * listed.
 */
export function instanceAddress(
  { instanceUrl, workspaceRef }: Stated,
  addresses: AccountAddresses,
): { instanceUrl: string } | { issue: IssueInput } {
  if (instanceUrl !== undefined) return check(instanceUrl, '/providerMetadata/instanceUrl', addresses);
  if (workspaceRef === undefined) return { issue: missing };
  const found = check(addresses.fromWorkspace(workspaceRef), '/providerWorkspaceRef', addresses);
  return 'issue' in found && !workspaceRef.includes('@')
    ? { issue: { ...found.issue, value: workspaceRef } }
    : found;
}

/** Only for providers whose accounts have their own addresses. @throws Fault */
export function statedAddress(
  book: Providers['accountAddresses'],
  provider: string,
  stated: Stated,
): string | undefined {
  const addresses = book[provider];
  if (addresses === undefined) return undefined;
  const found = instanceAddress(stated, addresses);
  if ('issue' in found) throw invalidInput([found.issue]);
  return found.instanceUrl;
}

/** After a change. An address made from the account's name follows that name. */
export function changedAddress(
  workspaceBefore: string | undefined,
  { instanceUrl, workspaceRef }: Stated,
  addresses: AccountAddresses,
): ReturnType<typeof instanceAddress> {
  const made =
    workspaceBefore === undefined
      ? undefined
      : callableAddress(addresses.fromWorkspace(workspaceBefore), addresses);
  const follows = workspaceRef !== workspaceBefore && instanceUrl === made;
  return instanceAddress({ instanceUrl: follows ? undefined : instanceUrl, workspaceRef }, addresses);
}

const missing: IssueInput = {
  in: 'body',
  name: '/providerMetadata/instanceUrl',
  detail: 'Accounts of this provider have their own addresses, and none is given.',
  remedy:
    "Give the account's address as `providerMetadata.instanceUrl`, or its subdomain as `providerWorkspaceRef`.",
};

function check(
  text: string,
  name: string,
  addresses: AccountAddresses,
): { instanceUrl: string } | { issue: IssueInput } {
  const instanceUrl = callableAddress(text, addresses);
  if (instanceUrl !== undefined) return { instanceUrl };
  const { providerHosts, allowedBy, standIn } = addresses;
  if (standIn) return { issue: { in: 'body', name, ...standIn } };
  const detail = `The address must be https and its host one of the provider's (${providerHosts.map((host) => `*.${host}`).join(', ')}).`;
  const remedy = `An operator can list further hosts, such as that of a sandbox, in ${allowedBy}.`;
  // Never repeat the value: an address may contain a password.
  return { issue: { in: 'body', name, detail, remedy } };
}
