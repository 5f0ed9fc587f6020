import type { AccountAddresses } from './instance-address.ts';

/**
 * The providers whose accounts have addresses of their own, by name; the others are called at one address. The host of a login server that is not Salesforce's own is an
 * operator's word that its instances may be called.
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
