import type { ProviderFault } from '@writ/write-core';

/** Where accounts may be called, if each has its own address. */
export type AccountAddresses = {
  /** Hosts below these domains are called over https. */
  providerHosts: readonly string[];
  /** By the account's name at the provider. */
  fromWorkspace(workspaceRef: string): string;
  /** Listed by an operator, with a port unless it is the usual one; http is fine. */
  allowedHosts: readonly string[];
  /** Named by an operator; only this scheme is fine. */
  allowedOrigins: readonly string[];
  /** The variable that lists them. */
  allowedBy: string;
  /** Present if the provider's own hosts are not called: why, and how to change that. */
  standIn?: { detail: string; remedy: string };
};

/**
 * The address to call; undefined unless the provider or an operator owns it: credentials go nowhere else
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

/** The stored address may be older than the stand-in. Undefined if it is called. */
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
