import type { AccountAddresses } from '../account-addresses.ts';
import { isSalesforces } from './paths.ts';

/**
 * Where Salesforce accounts may be called. A login server that is not Salesforce's own, such as the sandbox,
 * stands in for all of Salesforce, so that no test reaches a customer's org.
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

/** Hides user and password of the address. */
const standInAt = ({ origin, pathname }: URL): { detail: string; remedy: string } => ({
  detail: `\`${origin}${pathname}\` stands in for Salesforce here (\`SALESFORCE_LOGIN_URL\`), so Salesforce's own hosts are not called.`,
  remedy:
    'To connect real accounts, an operator starts the service with `SALESFORCE_LOGIN_URL=https://login.salesforce.com`; other hosts, such as that of a second sandbox, go into `SALESFORCE_ALLOW_HOSTS`.',
});
