import type { IssueInput } from '@writ/http-kit';
import { callableAddress, type AccountAddresses } from '@writ/providers';

/** What is said of where an account is called: its address, or its name at the provider. */
type Stated = { instanceUrl: string | undefined; workspaceRef: string | undefined };

/**
 * The address that calls of a connection go to, or why it is refused: credentials are only ever sent to hosts of the
 * provider, or to hosts that an operator listed (Contract §5).
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

/** The same after a change: an address that was only made from the account's name before follows that name. */
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
  detail: 'Accounts of this provider have addresses of their own, and none is given.',
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
  // What was given is not repeated here: an address may hold a password.
  return { issue: { in: 'body', name, detail, remedy } };
}
