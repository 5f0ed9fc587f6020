import type { ProviderFault } from '@writ/write-core';
import { isSalesforces } from './salesforce/paths.ts';

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
  /** Why the provider's own hosts are not called, and how to change that; absent where they are. */
  standIn?: { detail: string; remedy: string };
};

/**
 * Those of Salesforce. A login server that is not Salesforce's own, such as the sandbox, stands in for all of Salesforce:
 * its origin is called, with that scheme alone, and no host of Salesforce's, so that no test reaches a customer's org.
 */
export const salesforceAddresses = ({
  loginUrl,
  allowHosts = [],
}: {
  loginUrl: string;
  allowHosts?: readonly string[];
}): AccountAddresses => ({
  providerHosts: isSalesforces(loginUrl) ? ['salesforce.com', 'salesforce.mil'] : [],
  fromWorkspace: (workspaceRef) => `https://${workspaceRef}.my.salesforce.com`,
  allowedHosts: allowHosts,
  allowedOrigins: [new URL(loginUrl).origin],
  allowedBy: 'SALESFORCE_ALLOW_HOSTS',
  ...(!isSalesforces(loginUrl) && { standIn: standInAt(new URL(loginUrl)) }),
});

/** The address may hold a password. */
const standInAt = ({ origin, pathname }: URL): { detail: string; remedy: string } => ({
  detail: `\`${origin}${pathname}\` stands in for Salesforce here (\`SALESFORCE_LOGIN_URL\`), so Salesforce's own hosts are not called.`,
  remedy:
    'To connect real accounts, an operator starts the service with `SALESFORCE_LOGIN_URL=https://login.salesforce.com`; other hosts, such as that of a second sandbox, go into `SALESFORCE_ALLOW_HOSTS`.',
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

/**
 * Why an account is not called at the address that was stored for it: with a stand-in in place, one from before it was is
 * not called either. Undefined where it is.
 */
export function notCalled(
  address: string | undefined,
  addresses: AccountAddresses,
): ProviderFault | undefined {
  const { standIn } = addresses;
  if (!standIn || address === undefined || callableAddress(address, addresses) !== undefined)
    return undefined;
  const message = `${standIn.detail} ${standIn.remedy}`;
  return { kind: 'unavailable', sent: 'notSent', retryable: true, code: 'STAND_IN', message };
}
