import type { ProviderFault } from '@writ/write-core';

/** Where accounts with addresses of their own may be called. */
export type AccountAddresses = {
  /** Hosts below these domains; https only. */
  providerHosts: readonly string[];
  /** The address by the account's name at the provider. */
  fromWorkspace(workspaceRef: string): string;
  /** Listed by an operator, with a port unless it is the usual one; http is allowed. */
  allowedHosts: readonly string[];
  /** Listed by an operator, with their scheme. */
  allowedOrigins: readonly string[];
  /** The variable that lists them. */
  allowedBy: string;
  /** Present if a stand-in replaces the provider's hosts: why, and how to change that. */
  standIn?: { detail: string; remedy: string };
};

/**
 * The address to call; undefined unless it is the provider's or an operator's: credentials go nowhere else
 * (Contract §5).
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

/** Why the stored address is not called, as it may predate the stand-in; undefined if it is called. */
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
