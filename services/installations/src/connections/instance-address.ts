import type { IssueInput } from '@writ/http-kit';

/** Which addresses a provider's accounts may have, where each account has one of its own. */
type AccountAddresses = {
  /** Hosts of the provider: what ends in one of these, over https. */
  providerHosts: readonly string[];
  /** Makes the address from the account's name at the provider. */
  fromWorkspace(workspaceRef: string): string;
  /** Hosts that an operator listed, with their port where it is not the usual one; http is fine there. */
  allowedHosts: readonly string[];
  /** The variable in which operators list them. */
  allowedBy: string;
};

/**
 * The providers whose accounts have addresses of their own, by name; the others are called at one address. The host of a
 * login server that is not Salesforce's own is an operator's word that its instances may be called.
 */
export function accountAddressBook(config: {
  SALESFORCE_LOGIN_URL: string;
  SALESFORCE_ALLOW_HOSTS: readonly string[];
}): Readonly<Record<string, AccountAddresses>> {
  return {
    salesforce: {
      providerHosts: ['salesforce.com', 'salesforce.mil'],
      fromWorkspace: (workspaceRef) => `https://${workspaceRef}.my.salesforce.com`,
      allowedHosts: [...config.SALESFORCE_ALLOW_HOSTS, new URL(config.SALESFORCE_LOGIN_URL).host],
      allowedBy: 'SALESFORCE_ALLOW_HOSTS',
    },
  };
}

/**
 * The address that calls of a connection go to, or why it is refused: credentials are only ever sent to hosts of the
 * provider, or to hosts that an operator listed (Contract §5).
 */
export function instanceAddress(
  { instanceUrl, workspaceRef }: { instanceUrl: string | undefined; workspaceRef: string | undefined },
  addresses: AccountAddresses,
): { instanceUrl: string } | { issue: IssueInput } {
  if (instanceUrl !== undefined) return check(instanceUrl, '/providerMetadata/instanceUrl', addresses);
  if (workspaceRef === undefined) return { issue: missing };
  const found = check(addresses.fromWorkspace(workspaceRef), '/providerWorkspaceRef', addresses);
  return 'issue' in found && !workspaceRef.includes('@')
    ? { issue: { ...found.issue, value: workspaceRef } }
    : found;
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
  { providerHosts, allowedHosts, allowedBy }: AccountAddresses,
): { instanceUrl: string } | { issue: IssueInput } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url !== undefined && url.username === '' && url.password === '' && !/[?#]/.test(text);
  if (
    plain &&
    /^https?:$/.test(url.protocol) &&
    (allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname))
  ) {
    return { instanceUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
  }
  const isProviders = plain && providerHosts.some((host) => url.hostname.endsWith(`.${host}`));
  if (isProviders && url.protocol === 'https:' && url.port === '') return { instanceUrl: url.origin };
  const detail = `The address must be https and its host one of the provider's (${providerHosts.map((host) => `*.${host}`).join(', ')}).`;
  const remedy = `An operator can list further hosts, such as that of a sandbox, in ${allowedBy}.`;
  // What was given is not repeated here: an address may hold a password.
  return { issue: { in: 'body', name, detail, remedy } };
}
