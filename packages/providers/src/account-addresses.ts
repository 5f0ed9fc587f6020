/** Which addresses a provider's accounts may have, where each account has one of its own. */
export type AccountAddresses = {
  /** Hosts of the provider: what ends in one of these, over https. */
  providerHosts: readonly string[];
  /** Makes the address from the account's name at the provider. */
  fromWorkspace(workspaceRef: string): string;
  /** Hosts that an operator listed, with their port where it is not the usual one; http is fine there. */
  allowedHosts: readonly string[];
  /** What an operator named with its scheme: no other is fine there. */
  allowedOrigins: readonly string[];
  /** The variable in which operators list them. */
  allowedBy: string;
};

/**
 * Those of Salesforce. The address of a login server that is not Salesforce's own is an operator's word that its instances
 * may be called, with that scheme alone.
 */
export const salesforceAddresses = ({
  loginUrl,
  allowHosts = [],
}: {
  loginUrl: string;
  allowHosts?: readonly string[];
}): AccountAddresses => ({
  providerHosts: ['salesforce.com', 'salesforce.mil'],
  fromWorkspace: (workspaceRef) => `https://${workspaceRef}.my.salesforce.com`,
  allowedHosts: allowHosts,
  allowedOrigins: [new URL(loginUrl).origin],
  allowedBy: 'SALESFORCE_ALLOW_HOSTS',
});

/** The providers whose accounts have addresses of their own, by name; the others are called at one address. */
export const accountAddressBook = (config: {
  SALESFORCE_LOGIN_URL: string;
  SALESFORCE_ALLOW_HOSTS: readonly string[];
}): Readonly<Record<string, AccountAddresses>> => ({
  salesforce: salesforceAddresses({
    loginUrl: config.SALESFORCE_LOGIN_URL,
    allowHosts: config.SALESFORCE_ALLOW_HOSTS,
  }),
});

/**
 * The address as it is called; undefined where it is none of the provider's, nor one that an operator listed: credentials
 * are sent nowhere else (Contract §5).
 */
export function callableAddress(
  text: string,
  { providerHosts, allowedHosts, allowedOrigins }: AccountAddresses,
): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(text)) return undefined;
  const isListed = allowedHosts.includes(url.host) && /^https?:$/.test(url.protocol);
  if (isListed || allowedOrigins.includes(url.origin)) return url.origin + url.pathname.replace(/\/+$/, '');
  const isProviders = providerHosts.some((host) => url.hostname.endsWith(`.${host}`));
  return isProviders && url.protocol === 'https:' && url.port === '' ? url.origin : undefined;
}
